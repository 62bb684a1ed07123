import pytest

from reasoner.retrieval.terms import content_terms, having, named, stem, terms, unspaced, width


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The cats were running", ["cat", "run"]),
        ("min_confidence: 0.85", ["min", "confidenc", "0.85", "min_confidence"]),
        ("the key only_for", ["key", "only_for"]),
        ("设置stop_at", ["设", "置", "设置", "stop", "stop_at"]),
        ("e.g. notes.toml", ["e", "g", "not", "toml", "notes.toml"]),
        ("1,000 people", ["1000", "peopl"]),
        ("Café Ｗide", ["caf", "wid"]),
        ("北京大学", ["北", "京", "大", "学", "北京", "京大", "大学"]),
        ("用BM25检索", ["用", "bm25", "检", "索", "检索"]),
        ("... -- !", []),
    ],
)
def test_words_become_stems_and_chinese_becomes_characters_and_pairs(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("collections", "collection"),
        ("studies", "study"),
        ("stopped", "stop"),
        ("boxes", "box"),
        ("making", "make"),
        ("classes", "class"),
    ],
)
def test_forms_of_a_word_have_one_stem(left: str, right: str) -> None:
    assert stem(left) == stem(right)


@pytest.mark.parametrize("word", ["bus", "ring", "red", "gas"])
def test_short_words_keep_their_ending(word: str) -> None:
    assert stem(word) == word


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("When was the bridge built?", ("bridg", "built")),
        ("大桥是什么时候建的？", ("大", "桥", "大桥", "建")),
        ("什么是什么？", ("什", "么", "是", "什么", "么是", "是什")),
        ("Why?", ()),
    ],
)
def test_a_question_is_about_the_words_that_do_not_ask(question: str, expected: tuple[str, ...]) -> None:
    assert content_terms(question) == expected


@pytest.mark.parametrize(
    "text",
    [
        "The cats of Beijing (北京) ran 1,000 metres, as min_confidence in notes.toml says.",
        "北京大学有BM25与１,０００名学生。",
        "the",
        "",
    ],
)
def test_what_a_text_has_of_some_terms_is_what_its_terms_say(text: str) -> None:
    wanted = (
        "cat",
        "the",
        "1000",
        "1,000",
        "京",
        "北京",
        "京大",
        "大北",
        "bm25",
        "min_confidence",
        "notes.toml",
        "es",
    )
    assert having(text, wanted) == frozenset(wanted).intersection(terms(text))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("When did Apollo 11 land?", {"apollo", "11"}),
        ("Who was The Beatles' drummer?", {"beatl"}),
        ("which stars are near?", set()),
        ("NASA在1,969年做了什么？", {"nasa", "1969"}),
        ("月球有多远？", set()),
        ("Was ｘ86 made by Intel?", {"intel"}),
    ],
)
def test_names_and_figures_are_told_by_a_capital_or_a_digit(question: str, expected: set[str]) -> None:
    assert named(question) == expected


def test_a_chinese_character_is_twice_as_wide_as_a_letter() -> None:
    assert width("ab中文", 0, 4) == 6


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("什么是reasoner？", True),
        ("设置 `min_confidence` 的值", True),
        ("Genghis Khan (成吉思汗) was a ruler.", False),
        ("What is `默认`?", False),
        ("```\nmake all\n```", None),
    ],
)
def test_what_names_a_text_quotes_does_not_tell_its_script(text: str, expected: bool | None) -> None:
    assert unspaced(text) is expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How many cats are there?", ("cat",)),
        ("How high does La Paz lie?", ("la", "paz", "lie")),
        ("How long is the bridge?", ("bridg",)),
        ("Which way is long?", ("way", "long")),
        ("船有多长？", ("船", "有", "船有")),
    ],
)
def test_what_a_question_asks_for_is_not_sought_in_the_text(question: str, expected: tuple[str, ...]) -> None:
    assert content_terms(question) == expected


@pytest.mark.parametrize("pair", [("lie", "lies"), ("tie", "ties"), ("city", "cities"), ("movie", "movies")])
def test_one_and_many_have_the_same_stem(pair: tuple[str, str]) -> None:
    assert stem(pair[0]) == stem(pair[1])
