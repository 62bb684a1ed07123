import json
from math import isfinite
from pathlib import Path
from typing import Any

import pytest

from reasoner.confidence.calibration import (
    Calibration,
    CalibrationData,
    Fit,
    HeldOut,
    bundled,
    parse,
    probabilities,
    read,
)
from reasoner.confidence.evidence import Evidence

FIT: dict[str, Any] = {
    "trail": ["think:1", "vote:1"],
    "model": "m",
    "rows": 20,
    "weights": {"share": 2.0, "none": 0.5},
    "as_voted": {"confidences": [0.5, 0.9], "right": [False, True]},
}
DATA: dict[str, Any] = {"format": 1, "version": "0", "fits": [FIT]}


def made(**changes: object) -> Calibration:
    return parse(json.dumps({**DATA, "fits": [{**FIT, **changes}]}).encode(), "c.json")


def test_what_was_written_is_what_is_read() -> None:
    found = made().data
    assert CalibrationData.model_validate_json(found.model_dump_json()) == found


def test_probabilities_of_answers_and_of_none_add_up_to_one() -> None:
    seen = Evidence(({"share": 0.75}, {"share": 0.25}), {"none": 1.0})
    first, second = made().data.fits[0].probabilities(seen)
    assert first > second > 0
    assert 0 < 1 - first - second < 1


def test_a_feature_that_was_never_seen_counts_nothing() -> None:
    fit = made().data.fits[0]
    plain, strange = (
        Evidence(({"share": 0.75, **more},), {"none": 1.0}) for more in ({}, {"source:new": 1.0})
    )
    assert fit.probabilities(plain) == fit.probabilities(strange)


def test_a_question_without_answers_has_no_probabilities() -> None:
    assert made().data.fits[0].probabilities(Evidence((), {"none": 1.0})) == ()


@pytest.mark.parametrize(
    ("trail", "model", "effort", "whole", "says"),
    [
        (("think:1", "vote:1"), "m", "medium", True, None),
        (("think:1",), "m", "medium", False, None),
        (("think:1",), "m", "medium", True, "behind other stages (2 where this pipeline has 1)"),
        (("think:2", "vote:1"), "m", "medium", True, "think:1 where this pipeline has think:2"),
        (("think:1", "vote:1"), "other", "medium", True, "with another model (m), not other"),
        (("think:1", "vote:1"), "m", "high", True, "with another effort, not 'high'"),
    ],
)
def test_a_fit_is_found_for_the_same_stages_model_and_effort_alone(
    trail: tuple[str, ...], model: str, effort: Any, whole: bool, says: str | None
) -> None:
    found = made().fit(trail, model, effort, whole=whole)
    if says is None:
        assert isinstance(found, Fit)
    else:
        assert isinstance(found, str)
        assert says in found


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "invalid json"),
        (json.dumps(DATA)[:-20], "invalid json"),
        ("[]", "object"),
        (json.dumps({**DATA, "format": 2}), "at 'format'"),
        (json.dumps({**DATA, "fits": []}), "at 'fits'"),
        (json.dumps({**DATA, "more": 1}), "at 'more'"),
        (json.dumps({**DATA, "fits": [{**FIT, "weights": {"share": "2"}}]}), "at 'fits.0.weights.share'"),
        (json.dumps({**DATA, "fits": [{**FIT, "weights": {"share": float("nan")}}]}), "finite"),
        (json.dumps({**DATA, "fits": [{**FIT, "weights": {"share": 101}}]}), "less than or equal to 100"),
        (
            json.dumps({**DATA, "fits": [{**FIT, "weights": {"share": -1e308}}]}),
            "greater than or equal to -100",
        ),
        (
            json.dumps({**DATA, "fits": [{**FIT, "race": {"prior": 1e-9, "passed": 1, "failed": 1}}]}),
            "race.prior",
        ),
        (json.dumps({**DATA, "fits": [{**FIT, "as_voted": {"confidences": [0.5]}}]}), "differ in length"),
        (json.dumps({**DATA, "fits": [{**FIT, "as_voted": {"confidences": [2], "right": [True]}}]}), "less"),
        (json.dumps({"question": "a run", "answer": "not a calibration"}), "at '"),
    ],
)
def test_a_text_that_is_no_calibration_is_refused_in_one_line(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=r"'c\.json' is no calibration") as caught:
        parse(text.encode(), "c.json")
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
    assert str(caught.value).endswith("make one with: reasoner calibrate RUN --out FILE")


def test_a_file_is_found_beside_the_pipeline_or_in_its_folder_of_calibrations(tmp_path: Path) -> None:
    (tmp_path / "calibrations").mkdir()
    for name in ("a.json", "calibrations/b.json"):
        (tmp_path / name).write_text(json.dumps(DATA))
    assert read("a.json", tmp_path).data == read("b.json", tmp_path).data
    with pytest.raises(ValueError, match=r"no calibration 'c\.json'"):
        read("c.json", tmp_path)


def test_what_ships_is_for_other_models_than_one_that_nobody_knows() -> None:
    assert bundled(("think:1", "vote:1"), "nobody's model", "medium") is None


def test_bounds_are_those_of_the_kind_of_vote() -> None:
    good = HeldOut(confidences=(0.9,) * 100, right=(True,) * 100)
    fit = made().data.fits[0].model_copy(update={"weighted": good})
    assert fit.threshold(0.1, weighted=True) == 0.89
    assert fit.threshold(0.1, weighted=False) is None


@pytest.mark.parametrize("weight", [1e308, -1e308, 100.0, -100.0])
@pytest.mark.parametrize("value", [1e308, -1e308, 1.0])
def test_no_weight_and_no_evidence_overflows(weight: float, value: float) -> None:
    weights = {"a": weight, "b": weight, "none": -weight}
    found = probabilities(weights, Evidence(({"a": value, "b": value}, {"a": -value}), {"none": value}))
    assert all(isfinite(p) and 0 <= p <= 1 for p in found)
    assert sum(found) <= 1


def test_a_byte_order_mark_before_a_calibration_is_no_fault() -> None:
    text = json.dumps(DATA).encode()
    assert parse(b"\xef\xbb\xbf" + text, "c.json") == parse(text, "c.json")
