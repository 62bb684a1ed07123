"""What tells that the files of a collection are as they were when they were last hashed."""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

SEAL = "seal.json"


class Seal(BaseModel):
    """The state of the files of a generation when all of them were what the manifest says."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    manifest: str
    """Checksum of the manifest."""
    files: dict[str, tuple[int, int, int, int, int]]
    """Device, inode, size, and times of change of contents and of anything, in ns, of each file.

    Whoever writes to a file sets the last one, and no user can set it back.
    """

    @classmethod
    def of(cls, home: Path, manifest: str, files: Iterable[str]) -> "Seal | None":
        """The state of the files as it is now; None when one is missing."""
        try:
            return cls(manifest=manifest, files={relative: _state(home / relative) for relative in files})
        except OSError:
            return None

    @classmethod
    def read(cls, folder: Path) -> "Seal | None":
        """The seal in the folder; None when there is none that can be read."""
        try:
            return cls.model_validate_json((folder / SEAL).read_bytes())
        except (OSError, ValidationError):
            return None

    def write(self, folder: Path) -> None:
        """Puts the seal into the folder; where that cannot be written, files are hashed at every opening."""
        partial = folder / f"{SEAL}.{os.getpid()}.partial"
        with suppress(OSError):
            partial.write_text(self.model_dump_json(), encoding="utf-8")
            partial.replace(folder / SEAL)
        with suppress(OSError):
            partial.unlink(missing_ok=True)


def _state(path: Path) -> tuple[int, int, int, int, int]:
    found = path.stat()
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns
