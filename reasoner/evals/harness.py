"""Asks the items of a suite and judges what comes of them: the rows of a run folder, and what the run was."""

import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import Any

from reasoner.errors import InputError, ModelError, ReasonerError, one_line
from reasoner.evals import scorers
from reasoner.evals.folder import FORMAT
from reasoner.evals.item import Item
from reasoner.evals.scorers import Scorer
from reasoner.evals.suite import Suite
from reasoner.models.journal import Journal
from reasoner.models.journaled import JournaledModels
from reasoner.pipeline import Pipeline, find
from reasoner.runtime import Runtime
from reasoner.settings import Settings
from reasoner.version import __version__

Fields = dict[str, Any]

SAMPLES = "samples.jsonl"
"""The journal of a run folder."""
_SAME = ("version", "suite", "pipeline", "model", "models", "seed", "effort", "mode", "limit", "collection")
"""What has to be the same for a run to go on, in the order in which a difference is told."""


@dataclass(frozen=True)
class Plan:
    """What is to be run: it says the same for as long as the rows would be the same."""

    suite: Suite
    items: Sequence[Item]
    pipeline: Pipeline
    pipeline_name: str
    """The bundled name or the path that it was read from."""
    settings: Settings
    seed: int = 0
    limit: int | None = None
    problems: Sequence[str] = ()
    """Rows of the suite that cannot be asked, and why."""

    def described(self, command: str = "") -> Fields:
        """What `run.json` holds; `command` is the command line. Only `started` and the machine may differ."""
        return {
            "format": FORMAT,
            "version": __version__,
            "suite": {
                "name": self.suite.name,
                "hash": self.suite.hash,
                "scorer": self.suite.scorer,
                "items": len(self.items),
                "problems": list(self.problems),
            },
            "pipeline": {
                "name": self.pipeline.name,
                "hash": self.pipeline.hash,
                "about": self.pipeline.about,
                "yaml": find(self.pipeline_name).read_text(encoding="utf-8"),
            },
            "model": self.settings.model,
            "models": self.settings.models,
            "seed": self.seed,
            "effort": self.settings.effort,
            "mode": self.settings.mode,
            "limit": self.limit,
            "collection": self._collection(),
            "python": platform.python_version(),
            "platform": platform.platform(),
            "started": datetime.now(UTC).isoformat(timespec="seconds"),
            "command": command,
        }

    def _collection(self) -> str | None:
        """The collection that is looked in where the pipeline names none; None where it always does."""
        stages = self.pipeline.all_stages()
        named = [getattr(one, "collection", None) for one in stages if "collection" in type(one).model_fields]
        return self.settings.collection if None in named else None


def difference(kept: Mapping[str, Any], wanted: Mapping[str, Any]) -> str:
    """What tells the run that wrote `kept` from the one that is wanted; empty where nothing does."""
    for key in _SAME:
        has, wants = kept.get(key), wanted[key]
        if isinstance(wants, dict) and "hash" in wants:
            has = has if isinstance(has, dict) else {}
            same = has.get("name") == wants["name"] and has.get("hash") == wants["hash"]
        else:
            same = has == wants
        if not same:
            return f"its {key} is {_shown(kept.get(key))}, not {_shown(wants)}"
    return ""


def _shown(value: object) -> str:
    if isinstance(value, dict) and "hash" in value:
        return f"'{one_line(str(value.get('name')), 60)}' ({one_line(str(value['hash']), 9)})"
    return "none" if value is None else one_line(str(value), 60)


@dataclass(frozen=True)
class Harness:
    """Makes the row of an item; from any thread."""

    pipeline: Pipeline
    runtime: Runtime
    scorer: Scorer
    journal: Journal
    seed: int = 0

    def row(self, item: Item) -> Fields:
        """The item with the result of the pipeline and its score; or with an `error`, where that failed.

        Raises: ReasonerError for what would fail with every item, such as a model that cannot be opened, a
        collection that is not there, or a full disk.
        """
        try:
            result = self._result(item)
            score = self.scorer(item, result, self.runtime.sandbox)
            right = scorers.votes_right(item, result, self.runtime.sandbox, self.scorer)
        except InputError as error:
            return known(item) | {"error": one_line(str(error), 1000)}
        except ModelError as error:
            if not self.runtime.models.opened():
                raise
            return known(item) | {"error": one_line(str(error), 1000)}
        except ReasonerError:
            raise
        except Exception as error:
            return known(item) | {"error": one_line(f"{type(error).__name__}: {error}", 1000)}
        judged = asdict(score)
        return known(item) | result | {"score": judged, "votes_right": right}

    def _result(self, item: Item) -> Fields:
        context = self.runtime.context(self.seed)
        models = JournaledModels(context.models, self.journal, item.id)
        return self.pipeline.run(item.question, context=replace(context, models=models)).as_dict()


def known(item: Item) -> Fields:
    """The fields of a row that say what was asked and what is known of it."""
    return {
        "id": item.id,
        "question": item.question,
        "gold": list(item.golds),
        "answerable": item.answerable,
        "options": list(item.options),
        "known_intent": item.intent,
        "language": item.language,
        "difficulty": item.difficulty,
        "cluster": item.cluster,
    }


def stranger(kept: Mapping[str, Any], item: Item) -> bool:
    """Whether a kept row is about something else than the item."""
    return any(str(kept.get(key)).strip() != str(value).strip() for key, value in known(item).items())
