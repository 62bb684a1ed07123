"""What of a completion is the reply itself."""

from reasoner.verification.extraction.reply import after_thinking, before_next_turn, is_thinking, own_turn


def test_thoughts_are_left_out() -> None:
    assert after_thinking("<think>5?</think>6") == "6"
    assert after_thinking("<think>5</think>") == "<think>5"
    assert is_thinking("<think>5")
    assert not is_thinking("<think>5</think>6")


def test_a_turn_ends_at_its_control_token() -> None:
    assert own_turn("<|im_start|>assistant\nSix.<|im_end|>\n<|im_start|>user\nAnd?") == "Six."


def test_a_next_question_ends_the_reply_but_does_not_begin_it() -> None:
    assert before_next_turn("Six.\nQ: And 7?") == "Six."
    assert before_next_turn("\nQ: And 7?\nA: 8") == "\nQ: And 7?\nA: 8"
