from pathlib import Path

import pytest

from reasoner.errors import ConfigError, KnowledgeError, ModelError, SettingsError
from reasoner.models.replay import Replay
from reasoner.models.scripted import Scripted
from reasoner.runtime import Lazy, Runtime, load_pipeline, open_model
from reasoner.settings import Settings


@pytest.fixture(autouse=True)
def _an_empty_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("REASONER_HOME", str(tmp_path / "home"))


def script(text: str = "lines: [{say: ['The answer is 4.']}]") -> str:
    Path("script.yaml").write_text(text, encoding="utf-8")
    return "scripted:script.yaml"


def test_a_flag_wins_over_the_environment_and_that_over_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("reasoner.toml").write_text('model = "file"\ncollection = "file"\nthreads = 3\n')
    monkeypatch.setenv("REASONER_MODEL", "environment")
    monkeypatch.setenv("REASONER_COLLECTION", "environment")
    settings = Settings.load(model="flag", collection=None)
    assert (settings.model, settings.collection, settings.threads) == ("flag", "environment", 3)


def test_the_folder_comes_before_the_users_configuration(tmp_path: Path) -> None:
    (tmp_path / "config/reasoner").mkdir(parents=True)
    (tmp_path / "config/reasoner/reasoner.toml").write_text("threads = 7")
    assert Settings.load().threads == 7
    Path("reasoner.toml").write_text("threads = 3")
    assert Settings.load().threads == 3


@pytest.mark.parametrize(
    ("toml", "says"),
    [
        ("thread = 1", "reasoner.toml: thread: unknown setting; did you mean 'threads'?"),
        ("threads = 0", "reasoner.toml: threads: 0 will not do: input should be greater than or equal to 1."),
        ("threads =", "reasoner.toml: not a TOML file: "),
    ],
)
def test_a_fault_of_the_file_is_named(toml: str, says: str) -> None:
    Path("reasoner.toml").write_text(toml)
    with pytest.raises(SettingsError) as caught:
        Settings.load()
    assert str(caught.value).startswith(says)


def test_a_fault_of_the_environment_names_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REASONER_THREADS", "many")
    with pytest.raises(SettingsError, match="environment variable REASONER_THREADS: 'many' will not do"):
        Settings.load()


def test_a_fault_of_the_caller_is_named() -> None:
    with pytest.raises(SettingsError, match="setting colection: unknown setting; did you mean 'collection'"):
        Settings.load(colection="x")


def test_each_thing_opens_once_and_only_when_asked_for() -> None:
    opened: list[str] = []

    def open_one(name: str) -> str:
        opened.append(name)
        return name

    lazy = Lazy({"a": "one", "default": "one", "b": "two"}, open_one)
    assert set(lazy) == {"a", "default", "b"}
    assert opened == []
    assert (lazy["a"], lazy["default"], lazy.opened()) == ("one", "one", ("one",))
    assert opened == ["one"]


def test_a_model_is_opened_by_its_scheme() -> None:
    Path("recorded.jsonl").write_text('{"question": "q", "samples": [{"text": "a"}]}\n')
    assert isinstance(open_model(script(), Settings()), Scripted)
    assert isinstance(open_model("replay:recorded.jsonl", Settings()), Replay)


@pytest.mark.parametrize("name", ["smollm3", "none.gguf", "scripted:none.yaml", "openai:nowhere"])
def test_a_model_that_is_not_there_is_named(name: str) -> None:
    with pytest.raises((ModelError, ConfigError)) as caught:
        open_model(name, Settings(offline=True))
    assert len(str(caught.value).splitlines()) == 1


def test_a_collection_that_is_not_there_is_named() -> None:
    with (
        Runtime(Settings(collection="notes")) as runtime,
        pytest.raises(KnowledgeError, match="no collection 'notes'"),
    ):
        runtime.retrievers["default"]


def test_a_collection_of_langchain_is_named_in_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "their_notes.py").write_text(
        "from langchain_core.embeddings import DeterministicFakeEmbedding\n"
        "from langchain_core.vectorstores import InMemoryVectorStore\n\n\n"
        "def notes():\n"
        "    return InMemoryVectorStore.from_texts(['iron melts'], DeterministicFakeEmbedding(size=8))\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    Path("reasoner.toml").write_text(
        'collection = "mine"\n[collections]\nmine = "langchain:their_notes:notes"'
    )
    with Runtime(Settings.load()) as runtime:
        assert runtime.retrievers["default"] is runtime.retrievers["mine"]
        assert runtime.retrievers["mine"].search("iron", 1)[0].text == "iron melts"


def test_a_reranker_is_named_in_the_settings_and_opened_when_asked() -> None:
    with Runtime(Settings(rerankers={"fine": "no/such"}, offline=True)) as runtime:
        reranker = runtime.context().reranker("fine")
        assert runtime.context().reranker("fine") is reranker
        with pytest.raises(KnowledgeError, match="reranker 'no/such' cannot be loaded"):
            reranker.scores("q?", ("a",))
        with pytest.raises(KnowledgeError, match=r"no reranker 'find'; did you mean 'fine'\?"):
            runtime.context().reranker("find")


def test_three_lines_of_python_give_an_answer() -> None:
    Path("mine.yaml").write_text("stages: [{stage: think}, {stage: vote}]")
    result = load_pipeline("mine.yaml", model=script()).run("How many legs has a cat?")
    assert (result.answer, result.model) == ("4", "scripted:script.yaml")


def test_a_time_limit_ends_the_thinking() -> None:
    Path("mine.yaml").write_text("stages: [{stage: think, samples: 50}, {stage: vote}]")
    result = load_pipeline("mine.yaml", model=script(), seconds=1e-9).run("?")
    assert result.reason == "the time was up: nothing was found to answer with"
    assert result.as_dict()["reason_code"] == "no_time"


def test_the_effort_comes_from_flag_environment_and_file(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Settings.load().effort == "medium"
    Path("reasoner.toml").write_text('effort = "low"')
    assert Settings.load().effort == "low"
    monkeypatch.setenv("REASONER_EFFORT", "auto")
    assert Settings.load().effort == "auto"
    assert Settings.load(effort="high").effort == "high"


def test_an_effort_that_there_is_not_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REASONER_EFFORT", "heroic")
    with pytest.raises(
        SettingsError, match=r"variable REASONER_EFFORT: 'heroic' will not do: .*'low', 'medium'"
    ):
        Settings.load()


def test_the_effort_reaches_the_stages_and_the_result() -> None:
    Path("mine.yaml").write_text("stages: [{stage: think, samples: 8}, {stage: vote}]")
    result = load_pipeline("mine.yaml", model=script(), effort="low").run("?")
    assert (len(result.state.candidates), result.effort) == (2, "low")
