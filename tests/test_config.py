from pathlib import Path
from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Discriminator, Field, TypeAdapter

from reasoner import config
from reasoner.errors import ConfigError


class Base(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Walk(Base):
    stage: Literal["walk"] = "walk"
    steps: int = Field(1, ge=1, le=9)
    pace: Literal["slow", "fast"] = "slow"
    weight: float = 1.0
    tired: bool = False


class Rest(Base):
    stage: Literal["rest"] = "rest"
    inner: list["Step"] = Field(default_factory=list)


Step = Annotated[Walk | Rest, Discriminator("stage")]


class File(Base):
    about: str = ""
    stages: list[Step] = Field(min_length=1)


ADAPTER = TypeAdapter(File)


def problems(text: str) -> list[str]:
    try:
        config.validate(config.parse(text, "f.yaml"), ADAPTER)
    except ConfigError as error:
        return str(error).splitlines()
    return []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "f.yaml:1:1: the file is empty."),
        ("# only a comment\n", "f.yaml:1:1: the file is empty."),
        ("about: x", "f.yaml:1:1: needs the key 'stages'."),
        ("stages: []", "f.yaml:1:1: stages is []; it must be at least 1 long."),
        ("stages: 3", "f.yaml:1:1: stages is 3; it must be a list."),
        ("abuot: x\nstages: [{stage: walk}]", "f.yaml:1:1: unknown key 'abuot'; did you mean 'about'? Known: about, stages."),
        (
            "stages:\n  - stage: walk\n    stpes: 2",
            "f.yaml:3:5: stages[0] (walk): unknown key 'stpes'; did you mean 'steps'? Known: pace, stage, steps, tired, weight.",
        ),
        ("stages:\n  - stage: walk\n    steps: 0", "f.yaml:3:5: stages[0] (walk): steps is 0; it must be at least 1."),
        ("stages:\n  - stage: walk\n    steps: '2'", "f.yaml:3:5: stages[0] (walk): steps is '2'; it must be a whole number."),
        ("stages:\n  - stage: walk\n    steps: true", "f.yaml:3:5: stages[0] (walk): steps is true; it must be a whole number."),
        ("stages:\n  - stage: walk\n    tired: no", "f.yaml:3:5: stages[0] (walk): tired is 'no'; it must be true or false."),
        ("stages:\n  - stage: walk\n    weight: .inf", "f.yaml:3:5: stages[0] (walk): weight is '.inf'; it must be a number."),
        (
            "stages:\n  - stage: walk\n    pace: fats",
            "f.yaml:3:5: stages[0] (walk): pace is 'fats'; did you mean 'fast'? Known: fast, slow.",
        ),
        ("stages:\n  - stage: wlak", "f.yaml:2:5: stages[0] (wlak): unknown stage 'wlak'; did you mean 'walk'? Known: rest, walk."),
        ("stages:\n  - steps: 1", "f.yaml:2:5: stages[0]: needs the key 'stage', which says what it is."),
        ("stages:\n  - 12:30", "f.yaml:2:5: stages[0] is '12:30'; it must be a mapping of keys to values."),
        ("about: a\nabout: b\nstages: [{stage: walk}]", "f.yaml:2:1: key 'about' comes twice; it already stands on line 1."),
        (
            "stages:\n  - &a {stage: walk}\n  - *a",
            "f.yaml:2:5: not YAML: anchors (&) and aliases (*) are not used here; write the value out.",
        ),
        ("stages: [{stage: walk, <<: {steps: 1}}]", "f.yaml:1:24: merge keys (<<) are not used here; write them out."),
        ("about: !!python/object:os.system x\nstages: [{stage: walk}]", "f.yaml:1:8: not YAML: tag 'tag:yaml.org,2002:python/object:os.system' is not used here."),
        ("about: [", "f.yaml:1:9: not YAML: expected the node content, but found '<stream end>'."),
        ('"\\e[31mkey": x\nstages: [{stage: walk}]', "f.yaml:1:1: unknown key '\ufffd[31mkey'. Known: about, stages."),
        ("about: a\r\x01b", "f.yaml:2:1: character U+0001 is not allowed in YAML; remove it."),
        ("about: a\x01b", "f.yaml:1:9: character U+0001 is not allowed in YAML; remove it."),
        ("a: " + "[" * 5000, "f.yaml:1:1: nested too deeply to be a configuration."),
    ],
)  # fmt: skip
def test_a_fault_is_named_with_its_place_and_what_would_do(text: str, expected: str) -> None:
    assert problems(text) == [expected]


def test_all_problems_come_at_once_in_the_order_of_the_file() -> None:
    text = "abuot: x\nstages:\n  - stage: walk\n    steps: 0\n    pace: fats\n  - stage: rest\n    inner:\n      - stage: walk\n        steps: 10\n"
    assert [line.split(" ")[0] for line in problems(text)] == [
        "f.yaml:1:1:",
        "f.yaml:4:5:",
        "f.yaml:5:5:",
        "f.yaml:9:9:",
    ]
    assert "stages[1].inner[0] (walk): steps is 10; it must be at most 9." in problems(text)[3]


def test_plain_words_stay_words_and_numbers_are_numbers() -> None:
    document = config.parse(
        "{a: no, b: 12:30, c: 1_000, d: 0x10, e: 1e3, f: true, g: ~, h: -7, i: 2024-01-01}", "f"
    )
    expected = {
        "a": "no",
        "b": "12:30",
        "c": "1_000",
        "d": "0x10",
        "e": 1000.0,
        "f": True,
        "g": None,
        "h": -7,
        "i": "2024-01-01",
    }
    assert document.value == expected


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"about: \xff\n", ":1:8: byte 0xff is not UTF-8 text; save the file as UTF-8."),
        (
            "\ufeffabout: 线\r\nx: é\xff".encode("utf-8").replace(b"\xc3\xbf", b"\xff"),
            ":2:5: byte 0xff is not UTF-8 text; save the file as UTF-8.",
        ),
        (b"\x00\x01\x02", ":1:1: character U+0000 is not allowed in YAML; remove it."),
        (b"x" * 1_000_001, ":1:1: too large for a configuration; at most 1000000 bytes."),
    ],
)
def test_a_file_that_is_not_text_is_named(tmp_path: Path, data: bytes, says: str) -> None:
    path = tmp_path / "p.yaml"
    path.write_bytes(data)
    with pytest.raises(ConfigError) as caught:
        config.read(path)
    assert str(caught.value) == f"{path}{says}"


def test_a_missing_file_and_a_folder_are_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"cannot read this file: no such file or directory; give the path"):
        config.read(tmp_path / "absent.yaml")
    with pytest.raises(ConfigError, match=r"cannot read this file: is a directory; give the path"):
        config.read(tmp_path)
