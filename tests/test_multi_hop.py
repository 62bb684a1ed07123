"""The bundled pipeline over several documents, with a real search and a model that follows a script."""

from pathlib import Path

import pytest

from reasoner.models.scripted import Line, Script, Scripted
from reasoner.pipeline import read_pipeline
from reasoner.result import Result
from reasoner.retrieval import collection
from support import Overheard, context

DOCUMENTS = {
    "bridge.md": "The bridge at Arnfeld was designed by Clara Voss. It was opened in 1931.",
    "voss.md": "Clara Voss, the engineer, has the birthplace Ulm. She died in 1974.",
    **{
        f"bridge{i}.md": f"The bridge at Town{i} was designed by nobody known and born of need."
        for i in range(6)
    },
    **{f"tea{i}.md": f"Tea number {i} is brewed at {60 + i} degrees." for i in range(6)},
}
QUESTION = "Where was the designer of the bridge at Arnfeld born?"


def run(folder: Path, searches: str) -> tuple[Result, str]:
    """The result, and the sentences that the model chooses from; it picks the first of them."""
    for name, text in DOCUMENTS.items():
        (folder / name).write_text(text)
    collection.index([folder], "towns", embed=False)
    script = Script(lines=[Line(when="Number:", say=["1"]), Line(say=[searches])])
    model = Overheard(Scripted(script))
    shelves = {"default": collection.open_collection("towns")}
    result = read_pipeline("multi_hop").run(
        QUESTION, context=context(models={"default": model}, retrievers=shelves)
    )
    return result, model.requests[-1].messages[-1].content


def test_what_the_first_passages_name_is_looked_up_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REASONER_HOME", str(tmp_path / "home"))
    (tmp_path / "docs").mkdir()
    alone, choices = run(tmp_path / "docs", QUESTION)
    assert "Ulm" not in choices
    assert alone.state.queries == ()
    result, choices = run(tmp_path / "docs", "birthplace of Clara Voss")
    assert "Clara Voss, the engineer, has the birthplace Ulm." in choices
    assert result.state.queries == ("birthplace of Clara Voss",)
    sources = [passage.source for passage in result.state.passages]
    assert sources[:4] == [passage.source for passage in alone.state.passages[:4]]
    assert sources.index("voss.md") >= 4
