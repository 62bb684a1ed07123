import pytest

from reasoner.retrieval.claims.certainty import surer


@pytest.mark.parametrize(
    ("said", "source", "word"),
    [
        ("Stress explains the difference.", "Stress may explain the difference.", "may"),
        ("The town had 900 people.", "The town possibly had 900 people.", "possibly"),
        ("The council has built a tram line.", "The council will build a tram line.", "will"),
        ("Engineers sent a probe.", "Engineers plan to send a probe.", "plan to"),
        ("Short nights cause headaches.", "People with short nights reported headaches.", "cause"),
        ("饮食是原因之一。", "饮食可能是原因之一。", "可能"),
        ("江州已开通地铁。", "江州计划开通地铁。", "计划"),
        ("散步使老人少病。", "散步的老人少病。", "使"),
    ],
)
def test_a_claim_that_is_surer_than_its_source_is_told(said: str, source: str, word: str) -> None:
    reason = surer(said, source)
    assert reason is not None
    assert f"'{word}'" in reason


@pytest.mark.parametrize(
    ("said", "source"),
    [
        ("Stress might explain the difference.", "Stress may explain the difference."),
        ("The contract ends in May 2027.", "The contract will end in May 2027."),
        ("It opened in May.", "It was opened in May."),
        ("The roof fell because of the fire.", "The fire caused the roof to fall."),
        ("A written notice is needed before entering.", "The owner may enter only after a written notice."),
        ("饮食也许是原因之一。", "饮食可能是原因之一。"),
        ("江州将开通地铁。", "江州计划开通地铁。"),
        ("塔因雷火而毁。", "塔被雷火烧毁。"),
    ],
)
def test_a_claim_that_is_as_sure_is_not(said: str, source: str) -> None:
    assert surer(said, source) is None
