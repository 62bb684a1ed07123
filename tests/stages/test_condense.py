import pytest

from reasoner.models.scripted import Scripted
from reasoner.stages.condense import Condense
from reasoner.state import State, Turn
from support import Overheard, context

SAYS = "The Arnfeld bridge is made of steel."
ASKED = "What is the Arnfeld bridge?"
WHEN = "When was it opened?"
RULED = "When was the Arnfeld bridge opened?"


def told(*texts: str) -> tuple[Turn, ...]:
    """A conversation, the user first."""
    return tuple(Turn("assistant" if index % 2 else "user", text) for index, text in enumerate(texts))


def ruled(question: str, *texts: str) -> str:
    """What the rules make of the question."""
    return Condense(by="rules").run(State(question, history=told(*texts)), context()).question


def worded(said: str, question: str = WHEN, *texts: str) -> str:
    """What becomes of the question when the model says this."""
    return Condense().run(State(question, history=told(*(texts or (ASKED, SAYS)))), context(said)).question


@pytest.mark.parametrize(
    ("question", "history"),
    [
        (WHEN, ()),
        ("Who wrote Hamlet?", (ASKED, SAYS)),
        ("Does a stage stop when it finds a proof?", (ASKED, SAYS)),
        ("Is it true that rows that failed have an error?", (ASKED, SAYS)),
        ("Is there a limit on the size of files?", (ASKED, SAYS)),
        ("In which year was the tower built?", (ASKED, SAYS)),
        ("12*(3+4)", (ASKED, SAYS)),
        ("Thank you!", (ASKED, SAYS)),
        ("怎么安装 reasoner？", (ASKED, SAYS)),
        ("程序超时以后，它会再运行一次吗？", (ASKED, SAYS)),
        ("谢谢！", (ASKED, SAYS)),
    ],
)
def test_what_stands_alone_stays_and_asks_no_model(question: str, history: tuple[str, ...]) -> None:
    model = Overheard(Scripted.saying("x"))
    state = State(question, history=told(*history))
    assert Condense().run(state, context(models={"default": model})) is state
    assert model.requests == []


@pytest.mark.parametrize(
    ("before", "question", "alone"),
    [
        ("What is the default model?", "How large is its file?", "How large is the file of the default model?"),
        ("What is the default model?", "Where is it kept?", "Where is the default model kept?"),
        ("What is a calibration?", "How do I make one?", "How do I make a calibration?"),
        ("What is an exact certificate?", "And an executed one?", "What is an executed certificate?"),
        ("How many people lived in Arnfeld in 1980?", "And in 1990?", "How many people lived in Arnfeld in 1990?"),
        ("How do I index English text?", "What about Chinese?", "How do I index Chinese text?"),
        ("How are passages found?", "In Chinese?", "How are passages found in Chinese?"),
        ("How do I resume a run?", "And what happens to rows that failed?", "Resume a run: what happens to rows that failed?"),
        ("How do I resume an interrupted run?", "What does it do with rows that are done?", "What does the interrupted run do with rows that are done?"),
        ("How do I read a repeated set?", "Where is it kept?", "Where is the repeated set kept?"),
        ("Where is the index stored?", "How large is it?", "How large is the index?"),
        ("How many passages does retrieve find by default?", "And how many sentences does it show?", "How many sentences does retrieve show?"),
        ("Can a program open files?", "Why not?", "A program open files: Why not?"),
        ("What is 3*4?", "And 12*(3+4)?", "12*(3+4)?"),
        ("默认模型是什么？", "它的文件有多大？", "默认模型的文件有多大？"),
        ("退出码 0 是什么意思？", "那 2 呢？", "退出码 2 是什么意思？"),
        ("绿茶用80度的水冲泡吗？", "那白茶呢？", "白茶用80度的水冲泡吗？"),
        ("怎么核对证书？", "这需要网络吗？", "核对证书需要网络吗？"),
        ("置信度怎样计算？", "只有一个样本时呢？", "只有一个样本时，置信度怎样计算？"),
        ("怎么删除集合？", "为什么？", "删除集合：为什么？"),
    ],
)  # fmt: skip
def test_the_rules_put_in_what_a_follow_up_points_to(before: str, question: str, alone: str) -> None:
    assert ruled(question, before, "So it is.") == alone


def test_a_pronoun_may_stand_for_the_answer_to_who() -> None:
    assert (
        ruled("Where was she born?", "Who designed the bridge?", "It was Clara Voss.")
        == "Where was Clara Voss born?"
    )


def test_follow_ups_to_follow_ups_go_back_to_what_they_began_with() -> None:
    history = ("What is the default model?", "SmolLM2.", "How large is its file?", "98 MB.")
    assert ruled("And where is it kept?", *history) == "Where is the file of the default model kept?"


def test_only_the_last_turns_are_looked_at() -> None:
    state = State("Where is it kept?", history=told("What is a seal?", "A seal.", "Is it?", "Yes."))
    assert Condense(by="rules", turns=1).run(state, context()) is state


def test_the_models_words_are_taken_where_they_are_the_question() -> None:
    assert worded('"In what year was the Arnfeld bridge opened?"') == RULED  # "year" comes from nowhere
    assert worded("When was the bridge at Arnfeld opened?\n") == "When was the bridge at Arnfeld opened?"


@pytest.mark.parametrize(
    "said",
    [
        "",
        "When was the Arnfeld bridge opened in 1931?",
        "When was the Arnfeld bridge by Clara Voss opened?",
        "What is the Arnfeld bridge?",
        "When was it opened?",
        "When was the bridge opened?",
        "The Arnfeld bridge was opened.",
        "Where was the Arnfeld bridge opened?",
        "When was the Arnfeld bridge opened? What is the bridge made of?",
        "When was the Arnfeld bridge opened?\nIt was opened.",
        "When was the Arnfeld bridge opened" + " the" * 40 + "?",
        "Arnfeld 桥是什么时候开放的？",
    ],
)
def test_what_is_no_faithful_rewriting_gives_way_to_the_rules(said: str) -> None:
    assert worded(said) == RULED


def test_the_model_sees_the_conversation_and_writes_little() -> None:
    model = Overheard(Scripted.saying(RULED))
    state = State(WHEN, history=told(ASKED, SAYS))
    Condense(max_tokens=9).run(state, context(models={"default": model}))
    (request,) = model.requests
    assert request.messages[-1].content == f"user: {ASKED}\nassistant: {SAYS}\n\nLast question: {WHEN}"
    assert (request.sampling.max_tokens, request.sampling.temperature) == (9, 0)


@pytest.mark.parametrize(
    ("before", "answer", "question", "alone"),
    [
        ("How often does the number 12 bus run?", "Hourly.", "Where does it stop?", "number 12 bus"),
        ("Who painted the Mona Lisa?", "Leonardo da Vinci.", "Where is it now?", "Mona Lisa: Where is it"),
        ("Who painted the Mona Lisa?", "Leonardo da Vinci.", "When did he die?", "When did Leonardo da Vinci die"),
        ("What vaccines does my puppy need?", "Two.", "When should they be given?", "need: When should they"),
        ("Is coffee bad for the heart?", "No.", "What about tea?", "heart: tea"),
        ("Are dogs allowed in the park?", "Yes.", "Is it fenced?", "the park: Is it fenced"),
        ("Can I renew my passport online?", "Yes.", "How much does it cost?", "does my passport cost"),
        ("地铁2号线几点开始运营？", "六点。", "多久一班？", "地铁2号线几点开始运营：多久一班"),
        ("怎么办理护照？", "去大厅。", "可以在网上办吗？", "办理护照：可以在网上办吗"),
        ("驾照丢了怎么补办？", "去车管所。", "多久能拿到？", "驾照丢了补办：多久能拿到"),
        ("公园里有停车场吗？", "有。", "收费吗？", "停车场：收费吗"),
    ],
)  # fmt: skip
def test_what_does_not_agree_with_the_pronoun_does_not_take_its_place(
    before: str, answer: str, question: str, alone: str
) -> None:
    assert alone in ruled(question, before, answer)


@pytest.mark.parametrize("question", ["几岁可以考驾照？", "今天天气怎么样？", "能量守恒定律是谁提出的？"])
def test_a_chinese_question_with_a_topic_of_its_own_stays(question: str) -> None:
    assert ruled(question, "图书馆几点开门？", "九点。") == question
