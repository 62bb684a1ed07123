"""What the tests of runs share: rows and folders as `reasoner eval` writes them."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

Row = dict[str, Any]


def row(
    number: int | str,
    verdict: str = "right",
    *,
    confidence: float | None = 0.9,
    outcome: str | None = None,
    votes: Sequence[Sequence[int]] = (),
    votes_right: Sequence[bool | None] = (),
    samples: int = 0,
    value: float | None = None,
    seconds: float = 1.0,
    **fields: Any,
) -> Row:
    """The row of an item: what was made of it, and how that was judged."""
    usage = {"samples": samples, "prompt_tokens": 10, "completion_tokens": 20}
    return {
        "id": str(number),
        "gold": ["4"],
        "answerable": True,
        "options": [],
        "known_intent": None,
        "language": None,
        "difficulty": None,
        "cluster": None,
        "question": f"What is {number}?",
        "outcome": outcome or ("abstained" if verdict == "abstained" else "answered"),
        "answer": "4",
        "reason": None,
        "confidence": confidence,
        "confidence_kind": "raw",
        "intent": {"kind": "expression", "score": 1.0},
        "candidates": [{"answer": "4"}] * samples,
        "votes": [{"answer": "4", "members": list(members)} for members in votes],
        "votes_right": list(votes_right),
        "savings": {"samples": 0, "tokens": 0, "seconds": 0.0, "agreement": 1.0, "stopped": []},
        "usage": usage | {"sample_budget": samples, "samples_started": samples, "seconds": seconds},
        "steps": [{"stage": "think", "seconds": seconds, "usage": usage, "steps": []}],
        "score": {
            "verdict": verdict,
            "value": float(verdict == "right") if value is None else value,
            "reason": "",
            "scorer": "math",
        },
    } | fields


def failed(number: int | str, error: str = "no answer from the server") -> Row:
    """The row of an item at which the pipeline failed."""
    kept = ("id", "gold", "answerable", "options", "known_intent", "language", "difficulty", "cluster")
    whole = row(number)
    return {key: whole[key] for key in kept} | {"error": error}


def run(name: str = "math", items: int = 1, **fields: Any) -> Row:
    """What `run.json` says."""
    return {
        "format": 1,
        "version": "0.4.0",
        "suite": {"name": "arithmetic", "hash": "5" * 64, "scorer": "math", "items": items},
        "pipeline": {"name": name, "hash": "7" * 64, "about": "", "yaml": "stages: []\n"},
        "model": "smollm2-135m",
        "seed": 0,
        "effort": "medium",
        "mode": "reproducible",
        "limit": None,
        "collection": None,
        "python": "3.11.7",
        "platform": "Linux",
        "started": "2026-12-01T06:00:00+00:00",
        "command": "reasoner eval arithmetic",
    } | fields


def write(folder: str | Path, rows: Sequence[Mapping[str, Any]], **fields: Any) -> Path:
    """A run folder with these rows."""
    path = Path(folder)
    path.mkdir(parents=True, exist_ok=True)
    name = fields.pop("name", path.name)
    (path / "run.json").write_text(json.dumps(run(name, **{"items": len(rows)} | fields)))
    (path / "items.jsonl").write_text("".join(json.dumps(one) + "\n" for one in rows))
    return path
