import pytest

from reasoner.retrieval.claims.substitutions import substituted


@pytest.mark.parametrize(
    ("said", "source", "found"),
    [
        ("The old mill was sold to a baker.", "The old mill was sold to a miller.", ("miller", "baker")),
        ("The bus line is new.", "The tram line is new.", ("tram", "bus")),
        ("They imported timber.", "They imported wine from Ghent.", ("wine", "timber")),
        ("Rinse it with hot water.", "Rinse it with salt water.", ("salt", "hot")),
        ("The pipe is made of copper.", "The pipe is made of lead.", ("lead", "copper")),
        ("About 90 tourists live there.", "About 90 people live there.", ("people", "tourists")),
        ("2015年，工人在南坡安装传感器。", "2015年，科学家在南坡安装传感器。", ("科学家", "工人")),
        ("显示屏出现E5时请联系客服。", "显示屏出现E3时请联系客服。", ("E3", "E5")),
        ("此桥建于南宋年间。", "此桥建于北宋年间。", ("北", "南")),
        ("他把藏书捐给了家乡的医院。", "他把藏书捐给了家乡的学校。", ("学校", "医院")),
        ("船长罗志明获救。", "船长罗志强获救。", ("强", "明")),
        ("塔内有铁佛五尊。", "塔内有铜佛五尊。", ("铜", "铁")),
    ],
)
def test_another_word_in_the_same_place_is_told(said: str, source: str, found: tuple[str, str]) -> None:
    assert substituted(said, source) == found


@pytest.mark.parametrize(
    ("said", "source"),
    [
        ("The ship was razed.", "The ship was demolished."),
        ("The comet orbits the Sun.", "The comet passes the Sun."),
        ("It has many residents.", "It has many inhabitants."),
        ("Prices went up.", "Prices rose sharply."),
        ("They plan to leave.", "They intend to leave."),
        ("The rebels lost.", "The rebels were beaten."),
        ("海门队击败东湾队。", "海门队战胜东湾队。"),
        ("清洗前应先拔掉插头。", "清洗前请先拔下插头。"),
        ("图书馆星期一闭馆。", "图书馆每周一闭馆。"),
        ("这座桥长五十米。", "该桥长五十米。"),
        ("河水向东注入镜湖。", "河水向东流入镜湖。"),
    ],
)
def test_other_words_for_the_same_are_none(said: str, source: str) -> None:
    assert substituted(said, source) is None


def test_the_word_is_looked_for_in_the_sentence_that_is_nearest() -> None:
    source = "The harbour is deep. The old palace was pulled down in 1843."
    assert substituted("The old harbour was pulled down in 1843.", source) == ("palace", "harbour")
