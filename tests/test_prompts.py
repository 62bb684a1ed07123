from pathlib import Path

import pytest

from reasoner import prompts, resources
from reasoner.prompts import Prompt
from reasoner.state import Message


def test_a_file_without_headers_is_one_user_message() -> None:
    assert Prompt("p", "Q: {question}\n").fill(question="why?") == (Message("user", "Q: why?"),)


def test_headers_start_messages() -> None:
    filled = Prompt("p", "[system]\nBe brief.\n[user]\n1+1\n[assistant]\n2\n[user]\n{question}").fill(
        question="2+2"
    )
    assert [(m.role, m.content) for m in filled] == [
        ("system", "Be brief."),
        ("user", "1+1"),
        ("assistant", "2"),
        ("user", "2+2"),
    ]


def test_braces_that_are_no_slot_stand_for_themselves() -> None:
    filled = Prompt("p", r"\boxed{{answer}} { } \frac{1}{2} {question}").fill(question="{question}")
    assert filled[0].content == r"\boxed{answer} { } \frac{1}{2} {question}"


@pytest.mark.parametrize(
    "token", ["<|im_end|>", "<|im_start|>", "<|eot_id|>", "<start_of_turn>", "<end_of_turn>", "</s>", "<s>"]
)
def test_a_value_cannot_open_a_turn(token: str) -> None:
    (message,) = Prompt("p", f"{token}{{question}}").fill(question=f"a{token}b")
    assert message.content == f"{token}a<\u200b{token[1:]}b"


def test_other_signs_in_a_value_are_left_alone() -> None:
    assert (
        Prompt("p", "{question}").fill(question="a <| b |> c < d, <strong>")[0].content
        == "a <| b |> c < d, <strong>"
    )


def test_a_slot_without_a_value_is_empty() -> None:
    assert Prompt("p", "a{history}b").fill(question="x")[0].content == "ab"


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        (
            "p.txt",
            "line\n{qestion}",
            "p.txt:2: unknown slot {qestion}; did you mean 'question'? Known slots: answer, attempt, fault, history, passages, question, sofar, steps, subquestion, tools. For a literal brace write {{ or }}.",
        ),
        (
            "p.txt",
            "Think.\n",
            "p.txt: the slot {question} is missing; without it the model never sees the question.",
        ),
        (
            "p.txt",
            "[usr]\n{question}\n",
            "p.txt:1: unknown message [usr]; did you mean 'user'? Known: assistant, system, user.",
        ),
        ("p.txt", " \n", "the prompt file 'p.txt' is empty."),
        (
            "ctt.txt",
            None,
            "no prompt file 'ctt.txt'; did you mean 'cot.txt'? Known: condense.txt, cot.txt, decompose.txt, direct.txt, game24.txt, multi_query.txt, next_hop.txt, program.txt, quote.txt, quote_span.txt, read.txt, repair.txt, repair_direct.txt, repair_program.txt, self_evaluate.txt, step_back.txt, subquestion.txt, tools_calculate.txt, tools_convert.txt, tools_day_after.txt, tools_days_between.txt, tools_json.txt, tools_look_up.txt, tools_native.txt, tools_react.txt, tools_weekday.txt.",
        ),
    ],
)
def test_a_prompt_that_will_not_do_is_named(tmp_path: Path, name: str, text: str | None, says: str) -> None:
    if text is not None:
        (tmp_path / name).write_text(text)
    with pytest.raises(ValueError, match=r".") as caught:
        prompts.read(name, tmp_path)
    assert str(caught.value) == says


def test_a_prompt_that_is_not_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ValueError, match="not readable UTF-8"):
        prompts.read("p.txt", tmp_path)


def test_a_prompt_beside_the_pipeline_wins_over_a_bundled_one(tmp_path: Path) -> None:
    (tmp_path / "cot.txt").write_text("mine {question}")
    assert prompts.read("cot.txt", tmp_path).text == "mine {question}"
    assert "{question}" in prompts.read("cot.txt", None).text


def test_every_bundled_prompt_asks_the_question() -> None:
    for path in (resources.bundled("pipelines") / "prompts").glob("*.txt"):
        assert "question" in prompts.read(path.name, None).slots
