"""Data sets of the Hugging Face hub, through the library `datasets`."""

import importlib
from collections.abc import Iterator, Mapping
from typing import Any

from reasoner.errors import InputError, one_line


def rows(
    name: str, config: str | None, split: str, revision: str | None, *, offline: bool = False
) -> Iterator[Mapping[str, Any]]:
    """The rows of a split of the data set OWNER/NAME; classes have their names instead of numbers.

    With `offline` only what was fetched before is used. Raises: InputError, saying what to do instead.
    """
    try:
        datasets = importlib.import_module("datasets")
    except ImportError:
        raise InputError(
            f"the data set {name} needs the library datasets; pip install 'reasoner[eval]', {_instead(name)}"
        ) from None
    if offline:
        settings: Any
        for settings in (datasets.config, importlib.import_module("huggingface_hub.constants")):
            settings.HF_HUB_OFFLINE = True
    datasets.disable_progress_bars()
    importlib.import_module("huggingface_hub.utils.logging").set_verbosity_error()
    try:
        found = datasets.load_dataset(name, config, split=split, revision=revision)
    except Exception as error:  # what the hub, the network and the files may raise has no common name
        why = (
            "offline, and it was not fetched before; go online once"
            if offline
            else f"{_reason(error)}; check the name and the network"
        )
        raise InputError(f"cannot get the data set {name}: {why}, {_instead(name)}") from None
    classes = {column: kind.names for column, kind in found.features.items() if hasattr(kind, "names")}
    for fields in found:
        yield fields | {
            column: names[fields[column]] for column, names in classes.items() if fields[column] is not None
        }


def _reason(error: Exception) -> str:
    text = one_line(str(error), 160).rstrip(".")
    return f"{type(error).__name__}{f': {text}' if text else ''}"


def _instead(name: str) -> str:
    return f"or put a copy in the folder $REASONER_DATASETS/{name}, or name a local file in the suite."
