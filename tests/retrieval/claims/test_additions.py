import pytest

from reasoner.retrieval.claims.additions import added


@pytest.mark.parametrize(
    ("said", "source", "more"),
    [
        ("The hall opened, which pleased every visitor.", "The hall opened.", "pleased every visitor"),
        ("The hall closed because of hunting.", "The hall closed because of rain.", "hunting"),
        ("Clean the seal and the motor.", "Clean the seal.", "motor"),
        ("塔建于宋代，由著名工匠设计。", "塔建于宋代。", "由著名工匠设计"),
        ("他学习绘画和音乐。", "他学习绘画。", "音乐"),
        ("工厂停工，因为样本太小。", "工厂停工。", "样本太小"),
    ],
)
def test_what_the_source_has_no_word_of_is_told(said: str, source: str, more: str) -> None:
    found = added(said, source)
    assert found is not None
    assert more.split()[-1] in found


@pytest.mark.parametrize(
    ("said", "source"),
    [
        ("The hall, built in 1911, has five doors.", "The hall has five doors. It was built in 1911."),
        ("The bridge has five arches and a length of 20 m.", "The bridge has five arches and is 20 m long."),
        ("The report, it says, is late.", "The report is late."),
        ("塔建于宋代，高五十米。", "塔高五十米，建于宋代。"),
        ("他学习绘画和书法。", "他学习书法与绘画。"),
    ],
)
def test_what_the_source_says_elsewhere_is_no_addition(said: str, source: str) -> None:
    assert added(said, source) is None
