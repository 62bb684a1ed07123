import pytest

from reasoner.errors import InputError
from reasoner.evals import gates


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("accuracy=0.80,coverage=0.5", {"accuracy": 0.8, "coverage": 0.5}),
        (" selective_accuracy = 1 , ", {"selective_accuracy": 1.0}),
        ("auroc=0", {"auroc": 0.0}),
    ],
)
def test_gates_are_names_with_the_lowest_value(text: str, found: dict[str, float]) -> None:
    assert gates.parse(text) == found


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "nothing is asked for; write it as accuracy=0.80,coverage=0.5"),
        ("accuracy", "'accuracy' has no value; write it as"),
        ("accurcy=0.5", "no gate 'accurcy'; did you mean 'accuracy'? Known: accuracy, auroc, coverage"),
        ("ece=0.5", "no gate 'ece'. Known:"),
        ("accuracy=80", "'accuracy=80' is no share between 0 and 1; 80 % is 0.80"),
        ("accuracy=nan", "'accuracy=nan' is no share"),
        ("accuracy=", "'accuracy=' is no share"),
        ("accuracy=0.1,accuracy=0.2", "'accuracy' comes twice; keep one"),
    ],
)
def test_what_is_no_gate_is_refused(text: str, says: str) -> None:
    with pytest.raises(InputError) as error:
        gates.parse(text)
    assert str(error.value).startswith(f"--fail-under: {says}")


@pytest.mark.parametrize(
    ("value", "fallen"),
    [
        (0.8, []),
        (0.79999, ["accuracy 0.8 is under 0.8"]),
        (0.25, ["accuracy 0.25 is under 0.8"]),
        (None, ["accuracy is not known, and has to be at least 0.8"]),
    ],
)
def test_a_gate_holds_at_its_bound_and_falls_below(value: float | None, fallen: list[str]) -> None:
    assert list(gates.fallen({"accuracy": 0.8}, {"accuracy": value})) == fallen


@pytest.mark.parametrize(
    ("difference", "p", "falls"),
    [(-0.1, 0.04, True), (-0.1, 0.05, False), (0.1, 0.01, False), (0.0, 1.0, False)],
)
def test_only_a_drop_by_more_than_chance_fails_the_gate_of_a_baseline(
    difference: float, p: float, falls: bool
) -> None:
    comparison = {
        "difference": difference,
        "p": p,
        "alpha": 0.05,
        "n": 30,
        "flipped": {"lost": ["a", "b"], "won": ["c"]},
        "a": {"accuracy": 0.5},
        "b": {"accuracy": 0.5 + difference},
    }
    says = f"accuracy fell from 0.5 in old to 0.4 (2 lost and 1 won of 30 items, p = {p:.2g})"
    assert list(gates.dropped(comparison, "old")) == ([says] if falls else [])
