"""`reasoner check` tells certificates that hold from those that do not, and from what is none."""

import json
from pathlib import Path
from typing import Any

import pytest

from cli_support import Cli
from reasoner.verification.certificate import digest

Form = dict[str, Any]


@pytest.fixture
def result(cli: Cli) -> Form:
    """Of a question that is solved and proved."""
    cli("run", "math", "12*(3+4)", "--trace", "result.json")
    found: Form = json.loads(Path("result.json").read_text())
    return found


def write(name: str, *values: object, indent: int | None = None) -> None:
    Path(name).write_text("".join(json.dumps(value, indent=indent) + "\n" for value in values))


def test_a_certificate_that_holds_is_verified(cli: Cli, result: Form) -> None:
    write("certificate.json", result["certificate"], indent=2)
    for name in ("result.json", "certificate.json"):
        ran = cli("check", name)
        assert (ran.code, ran.out) == (0, "verified: the answer to the question is 84\n")
        assert ran.err.splitlines()[1] == "it does not show: that the question was meant as it was read"


def test_a_changed_character_fails_and_is_said_in_one_line(cli: Cli, result: Form) -> None:
    write("forged.json", result["certificate"] | {"answer": "85"})
    ran = cli("check", "forged.json")
    says = "not verified: the hash does not match: something in it was changed\n"
    assert (ran.code, ran.out, ran.err) == (1, says, "")


def test_a_result_with_the_certificate_of_another_answer_fails(cli: Cli, result: Form) -> None:
    write("forged.json", result | {"answer": "85"})
    ran = cli("check", "forged.json")
    assert (ran.code, ran.out) == (
        1,
        "not verified: the certificate is about another answer than the result\n",
    )


def test_a_program_that_loops_ends_at_its_limit(cli: Cli, result: Form) -> None:
    loop = result["certificate"] | {"kind": "executed", "program": "while True: pass\n"}
    loop["hashes"] = loop["hashes"] | {"certificate": digest(loop)}
    write("loop.json", loop)
    ran = cli("check", "loop.json", "--limit-seconds", "0.2")
    assert ran.code == 1
    assert ran.out.startswith(
        "not verified: it does not come out again: the program gave no result: no result"
    )


def test_json_is_one_object(cli: Cli, result: Form) -> None:
    ran = cli("check", "result.json", "--json")
    found = json.loads(ran.out)
    assert (found["verdict"], found["kind"], found["answer"], ran.err) == ("verified", "exact", "84", "")
    assert found["differing_versions"] == {}


def test_lines_are_checked_one_by_one(cli: Cli, result: Form) -> None:
    forged = result["certificate"] | {"answer": "85"}
    write("lines.jsonl", result, forged, result | {"certificate": None}, result["certificate"])
    ran = cli("check", "lines.jsonl")
    assert (ran.code, ran.out.splitlines()) == (
        1,
        ["lines.jsonl:2: failed: the hash does not match: something in it was changed"],
    )
    assert ran.err == "lines.jsonl: 2 verified, 1 failed, 1 without a certificate.\n"
    rows = [json.loads(line) for line in cli("check", "lines.jsonl", "--json").out.splitlines()]
    assert [(row["line"], row["verdict"]) for row in rows] == [
        (1, "verified"),
        (2, "failed"),
        (3, "none"),
        (4, "verified"),
    ]


def test_lines_without_a_certificate_are_no_fault(cli: Cli, result: Form) -> None:
    write("lines.jsonl", result, result | {"certificate": None})
    assert cli("check", "lines.jsonl").code == 0


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "the file is empty"),
        (b"{", "not JSON: expecting property name enclosed in double quotes (line 1, column 2)"),
        (b"[1]", "not a JSON object, but another value"),
        (b"{}", "there is no certificate in it"),
        (b'{"answer": "84", "certificate": null}', "there is no certificate in it"),
        (b'{"answer": "84", "certificate": "yes"}', "there is no certificate in it"),
        (b'{"claim": "1", "claim": "2"}', "not JSON: a key comes twice"),
        (b'{"claim": NaN}', "not JSON: NaN is not a JSON number"),
        (b'{"claim": "x", "format": 2}', "its format is 2; this version knows 1"),
        (b"\xff{}", "not UTF-8 text (byte 1)"),
        (b'{"claim":' * 100_000, "not JSON: maximum recursion depth exceeded"),
        (b'{"claim": 1' + b"0" * 10_000 + b"}", "not JSON: Exceeds the limit"),
        (b"x" * (17 << 20), "it is longer than 16 MiB"),
    ],
)  # fmt: skip
def test_what_cannot_be_checked_is_to_be_mended(cli: Cli, data: bytes, says: str) -> None:
    Path("f.json").write_bytes(data)
    ran = cli("check", "f.json")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith(f"error: f.json: {says}"[:80])


def test_a_file_that_is_not_there_is_named(cli: Cli) -> None:
    ran = cli("check", "none.json")
    says = "error: none.json: cannot read it: no such file or directory; give a certificate.\n"
    assert (ran.code, ran.err) == (2, says)
