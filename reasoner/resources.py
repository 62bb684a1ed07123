"""Where the bundled pipelines and knowledge are, and where a user's own things go."""

import os
from functools import cache
from pathlib import Path

import platformdirs

_PACKAGE = Path(__file__).resolve().parent


@cache
def bundled(kind: str) -> Path:
    """The folder of bundled `pipelines`, `knowledge` or `evals/suites`: inside the wheel, or beside it in a
    checkout."""
    inside = _PACKAGE / kind
    return inside if inside.is_dir() else _PACKAGE.parent / kind


def bundled_pipelines() -> dict[str, Path]:
    """Bundled pipelines by bare name."""
    return {path.stem: path for path in sorted(bundled("pipelines").glob("*.yaml"))}


def companion(name: str, kind: str, base: Path | None) -> Path | None:
    """The file that a pipeline in the folder `base` names: there or in its `kind/`, else a bundled one."""
    folders = [base] if base else []
    places = [folder / sub / name for folder in (*folders, bundled("pipelines")) for sub in ("", kind)]
    return next((place for place in places if place.is_file()), None)


def bundled_collections() -> dict[str, Path]:
    """Folders of the bundled collections by name; each has `collection.yaml` and `documents/`."""
    found = sorted(bundled("knowledge").glob("*/collection.yaml"))
    return {path.parent.name: path.parent for path in found}


def bundled_suites() -> dict[str, Path]:
    """Bundled suites of questions by bare name; their data lie in `../data`."""
    return {path.stem: path for path in sorted(bundled("evals/suites").glob("*.yaml"))}


def datasets_folder() -> Path | None:
    """Where copies of data sets of the hub lie, as OWNER/NAME: $REASONER_DATASETS, if it is set."""
    folder = os.environ.get("REASONER_DATASETS")
    return Path(folder).expanduser() if folder else None


def data_folder() -> Path:
    """Where a user's collections live: $REASONER_HOME, else the platform's data folder."""
    home = os.environ.get("REASONER_HOME")
    return Path(home).expanduser() if home else Path(platformdirs.user_data_dir("reasoner", appauthor=False))


def cache_folder() -> Path:
    """Where models and derived indexes live; everything here can be made again."""
    return Path(platformdirs.user_cache_dir("reasoner", appauthor=False))


def config_folder() -> Path:
    """Where the user's `reasoner.toml` lives."""
    return Path(platformdirs.user_config_dir("reasoner", appauthor=False))
