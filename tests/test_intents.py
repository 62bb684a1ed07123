import json
import math
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from reasoner import config, intents, resources
from reasoner.intents import IntentsYaml
from reasoner.intents.classifier import Classifier, features
from support import ROOT, shared

BANKING = """
about: What a customer of a bank may want.
intents:
  lost_card: |
    I lost my card
    my debit card was stolen
    somebody took my credit card
  balance:
    - how much money do I have
    - what is my balance
    - show the balance of my account
"""

MATHS = {"expression", "word_problem"}
MATHS_SETS = (
    "math/gsm8k_test", "math/gsm_hard", "math/svamp", "math/mawps", "math/math500", "math/sat", "math/aqua_test",
    "math/gaokao_zh", "math/cmath_zh", "math/mgsm_zh_en", "abstain/umwp",
)  # fmt: skip
OTHER_SETS = ("qa/xquad", "qa/cmrc", "qa/strategyqa", "qa/prontoqa", "abstain/selfaware")
AT_MOST = 300
"""Questions of a set, evenly spread over it: enough to see a drop, and quick."""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for the cache, instead of the user's."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return resources.cache_folder()


@pytest.fixture(scope="module")
def examples() -> dict[str, list[str]]:
    document = config.read(resources.bundled("pipelines") / "intents" / "default.yaml")
    return config.validate(document, TypeAdapter(IntentsYaml)).intents


@pytest.fixture(scope="module")
def bundled(examples: dict[str, list[str]]) -> Classifier:
    return Classifier.learn(examples)


def test_the_bundled_intents_have_many_different_examples_each(examples: dict[str, list[str]]) -> None:
    assert set(examples) == {"expression", "word_problem", "factual", "open", "chat"}
    everything = [text for texts in examples.values() for text in texts]
    assert min(map(len, examples.values())) >= 100
    assert len(everything) == len(set(everything))


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("12*(3+4)", "expression"),
        ("1/0", "expression"),
        ("９×８＝", "expression"),
        ("Solve x^2-5x+6=0", "expression"),
        ("求 ∫x^2 dx", "expression"),
        ("hello, what is 3+4?", "expression"),
        ("Alice has twice as many books as Bob. Together they have 36. How many has Alice?", "word_problem"),
        ("小明有三个苹果，吃了一个，还剩几个？", "word_problem"),
        ("How many people live in Portugal?", "factual"),
        ("When did the A380 first land at JFK?", "factual"),
        ("这家公司2019年的利润是多少亿元？", "factual"),
        ("Every cat is a mammal. Tom is a cat. True or false: Tom is a mammal.", "factual"),
        ("Explain entropy to a child.", "open"),
        ("怎样写好一份简历？", "open"),
        ("hi there", "chat"),
        ("谢谢！", "chat"),
        ("你是谁呀", "chat"),
    ],
)
def test_the_bundled_intents_tell_questions_apart(bundled: Classifier, question: str, kind: str) -> None:
    assert bundled.classify(question).kind == kind


@pytest.mark.parametrize("text", ["", "?", "😀", "안녕하세요", "\\", "$" * 1000, "9" * 5000, "a" * 100_000])
def test_any_text_has_an_intent_and_a_score(bundled: Classifier, text: str) -> None:
    found = bundled.classify(text)
    assert found.kind in bundled.counts
    assert 1 / 5 <= found.score <= 1


def test_chat_and_open_questions_are_recognised(bundled: Classifier, examples: dict[str, list[str]]) -> None:
    text = (ROOT / "evals/data/intent_chat_open.jsonl").read_text(encoding="utf-8")
    rows = [json.loads(line) for line in text.splitlines()]
    assert not {row["question"] for row in rows} & {text for texts in examples.values() for text in texts}
    right = [bundled.classify(row["question"]).kind == row["intent"] for row in rows]
    assert len(rows) >= 150
    assert sum(right) >= 0.95 * len(rows)


def questions(name: str) -> Iterator[tuple[str, str]]:
    """Language and text of the questions of a set."""
    for line in shared(f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        yield row["lang"], row["question"]
        if "question_en" in row:
            yield "en", row["question_en"]


def test_maths_and_questions_about_the_world_are_told_apart(bundled: Classifier) -> None:
    shares: dict[str, float] = {}
    by_language: dict[str, list[bool]] = {"en": [], "zh": []}
    for name in MATHS_SETS + OTHER_SETS:
        rows = list(questions(name))
        rows = rows[:: math.ceil(len(rows) / AT_MOST)]
        maths = [bundled.classify(text).kind in MATHS for _, text in rows]
        right = [found == (name in MATHS_SETS) for found in maths]
        shares[name] = sum(right) / len(right)
        for (language, _), hit in zip(rows, right, strict=True):
            by_language[language].append(hit)
    assert sum(shares.values()) / len(shares) >= 0.97, shares
    for language, hits in by_language.items():
        assert sum(hits) / len(hits) >= 0.97, (language, shares)


def test_a_user_may_have_quite_different_intents(tmp_path: Path) -> None:
    (tmp_path / "banking.yaml").write_text(BANKING, encoding="utf-8")
    found = intents.read("banking.yaml", tmp_path)
    assert found.kinds == {"lost_card", "balance"}
    assert found.classifier.classify("a thief has stolen my card").kind == "lost_card"
    assert found.classifier.classify("what's the balance now?").kind == "balance"


@pytest.mark.parametrize("name", ["clinc150", "banking77"])
def test_many_intents_are_learned_and_told_apart_quickly(name: str) -> None:
    rows = [
        json.loads(line) for line in shared(f"intent/{name}.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    examples: dict[str, list[str]] = {}
    for row in rows:
        examples.setdefault(row["intent"], []).append(row["text"])
    unseen = [(kind, texts.pop()) for kind, texts in examples.items()]
    classifier = Classifier.learn(examples)
    right = [classifier.classify(text).kind == kind for kind, text in unseen]
    assert sum(right) / len(right) >= 0.6


def test_a_score_says_how_likely_the_intent_is() -> None:
    classifier = Classifier.learn(
        {"cats": ["cats purr", "a cat sleeps"], "dogs": ["dogs bark", "a dog runs"]}
    )
    assert classifier.classify("cats purr").score > 0.8
    assert classifier.classify("zebra").score < 0.6


@pytest.mark.parametrize(
    ("text", "feature"),
    [
        ("Fill 3 jars", "fill #"),
        ("since 1997", "@"),
        ("the A380", "&"),
        ("running", "runn~"),
        ("长江", "长 江"),
        ("x = 3", "<operators 1>"),
        ("a well-known film", "<operators 0>"),
        ("He has five hats and two coats", "<amounts 2>"),
        ("第一天", "<amounts 0>"),
        ("买了三个", "<amounts 1>"),
        ("How much is it?", "<asks how much, amounts 0>"),
    ],
)
def test_a_text_has_the_feature(text: str, feature: str) -> None:
    assert feature in features(text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("intents: {only: hello}", "mine.yaml:1:1: intents is"),
        ("intents:\n  a: hello\n  b: 5", "mine.yaml:3:3: intents: b is 5; it must be a list."),
        ("intents:\n  a: hello\n  b: ''", "mine.yaml:3:3:"),
        ("intent: {a: hello, b: bye}", "did you mean 'intents'?"),
        ("a: [", "not YAML"),
    ],
)
def test_a_file_with_a_problem_says_where(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "mine.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"mine\.yaml") as caught:
        intents.read("mine.yaml", tmp_path)
    assert says in str(caught.value)


def test_an_unknown_file_is_named_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"no file of intents 'defalt\.yaml'; did you mean 'default\.yaml'"):
        intents.read("defalt.yaml", None)


def test_a_file_beside_the_pipeline_comes_before_the_bundled_one(tmp_path: Path) -> None:
    (tmp_path / "intents").mkdir()
    (tmp_path / "intents" / "default.yaml").write_text(BANKING, encoding="utf-8")
    assert "lost_card" in intents.read("default.yaml", tmp_path).kinds


def test_what_was_learned_is_kept_and_the_same_when_read_again(tmp_path: Path, cache: Path) -> None:
    (tmp_path / "banking.yaml").write_text(BANKING, encoding="utf-8")
    first = intents.read("banking.yaml", tmp_path)
    assert len(list(cache.rglob("*"))) == 2
    again = intents.read("banking.yaml", tmp_path)
    assert again == first
    assert again.classifier.classify("is my card lost") == first.classifier.classify("is my card lost")


def test_a_changed_file_is_learned_anew(tmp_path: Path) -> None:
    (tmp_path / "banking.yaml").write_text(BANKING, encoding="utf-8")
    first = intents.read("banking.yaml", tmp_path)
    (tmp_path / "banking.yaml").write_text(BANKING.replace("balance:", "money:"), encoding="utf-8")
    assert intents.read("banking.yaml", tmp_path).kinds == {"lost_card", "money"}
    assert intents.read("banking.yaml", tmp_path).hash != first.hash


@pytest.mark.parametrize("damage", [b"", b"{}", b'{"hash": 1}', b"\xff\x00"])
def test_a_damaged_cache_does_no_harm(tmp_path: Path, cache: Path, damage: bytes) -> None:
    (tmp_path / "banking.yaml").write_text(BANKING, encoding="utf-8")
    first = intents.read("banking.yaml", tmp_path)
    (kept,) = cache.rglob("*.json")
    kept.write_bytes(damage)
    assert intents.read("banking.yaml", tmp_path) == first


def test_a_cache_that_cannot_be_written_does_no_harm(tmp_path: Path, cache: Path) -> None:
    cache.parent.mkdir(parents=True)
    cache.write_text("a file where the folder should be", encoding="utf-8")
    (tmp_path / "banking.yaml").write_text(BANKING, encoding="utf-8")
    assert intents.read("banking.yaml", tmp_path).kinds == {"lost_card", "balance"}
