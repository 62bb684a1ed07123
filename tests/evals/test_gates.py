import pytest

from evals_support import Row, row
from reasoner.errors import InputError
from reasoner.evals import gates
from reasoner.evals.comparison import compare


def judged(marks: str) -> list[Row]:
    return [row(i, "right" if mark == "r" else "wrong") for i, mark in enumerate(marks)]


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
    ("before", "now", "falls"),
    [
        ("r" * 10, "w" * 8 + "rr", True),
        ("r" * 10, "w" * 5 + "r" * 5, False),
        ("w" * 8 + "rr", "r" * 10, False),
    ],
)
def test_the_gate_of_a_baseline_falls_where_the_baseline_is_the_winner(
    before: str, now: str, falls: bool
) -> None:
    said = list(gates.dropped(compare(judged(before), judged(now)), "old"))
    says = "accuracy fell from 1 in old to 0.2 (8 lost and 0 won of 10 items, p = 0.0078)"
    assert said == ([says] if falls else [])


@pytest.mark.parametrize("cluster", [None, "one"])
def test_a_small_p_alone_fails_no_build(cluster: str | None) -> None:
    # Copies of one question, or what nobody could judge: `compare` calls no winner.
    now = [row(i, "wrong" if cluster else "unknown", cluster=cluster) for i in range(10)]
    found = compare([row(i, cluster=cluster) for i in range(10)], now)
    assert found["p"] < 0.05
    assert found["verdict"].startswith("No winner")
    assert not list(gates.dropped(found, "old"))
