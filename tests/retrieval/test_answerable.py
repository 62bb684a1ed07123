from reasoner.retrieval.answerable import answerable, relevance
from reasoner.state import Passage

QUESTION = "When did Apollo 11 land?"


def passage(text: str, score: float, source: str = "moon.md") -> Passage:
    return Passage(text, source, 0, len(text), score=score)


ANSWER = passage("Apollo 11 landed in 1969.", 0.8)


def test_without_passages_there_is_no_answer() -> None:
    assert answerable(QUESTION, ()) == 0.0


def test_more_support_is_likelier_to_answer() -> None:
    weak, strong = (passage(ANSWER.text, score) for score in (0.2, 0.8))
    assert answerable(QUESTION, [weak]) < 0.5 < answerable(QUESTION, [strong])
    assert relevance(QUESTION, weak) < 0.5 < relevance(QUESTION, strong)


def test_a_rival_of_another_file_lowers_it_and_a_copy_does_not() -> None:
    rival = passage("The Eagle is a bird of prey.", 0.79, "birds.md")
    copy = passage(ANSWER.text, 0.79, "copy.md")
    assert answerable(QUESTION, [ANSWER, rival]) < answerable(QUESTION, [ANSWER])
    assert answerable(QUESTION, [ANSWER, copy]) == answerable(QUESTION, [ANSWER])


def test_the_names_of_the_question_count() -> None:
    other = passage("Gemini 8 landed in 1966.", ANSWER.score)
    assert relevance(QUESTION, other) < relevance(QUESTION, ANSWER)
