import pytest
from pydantic import ValidationError

from reasoner.models.sampling import PRESETS, Sampling


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_valid_and_can_be_changed(name: str) -> None:
    preset = next(known for known in PRESETS if known == name)
    assert Sampling.preset(preset).temperature == PRESETS[preset]["temperature"]
    assert Sampling.preset(preset, temperature=2.0).temperature == 2.0


@pytest.mark.parametrize(
    "wrong",
    [
        {"temperature": -1}, {"temperature": float("nan")}, {"top_p": 0}, {"top_p": 1.5}, {"min_p": -0.1}, {"n": 0}, {"max_tokens": 0},
        {"seed": -1}, {"beams": 0}, {"repeat_penalty": 0}, {"stop": ("",)}, {"grammar": "root ::= \"a\"", "json_schema": "{}"}, {"warmth": 1},
    ],
)  # fmt: skip
def test_what_an_engine_would_silently_misread_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Sampling.model_validate(wrong)
