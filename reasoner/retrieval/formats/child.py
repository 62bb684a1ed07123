"""The process that reads one file after the other for `apart`, so that a reader that fails fails alone."""

import contextlib
import json
import logging
import os
import signal
import sys
from dataclasses import asdict
from importlib import import_module
from typing import Any, BinaryIO

from reasoner.retrieval.formats.unreadable import Unreadable

MISSING = "needs the extra 'documents'; run: pip install 'reasoner[documents]'"


def main() -> None:
    """Answer requests, each a line of JSON and then bytes, until there are no more."""
    requests, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is no answer
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    logging.disable()
    _limit_memory(int(sys.argv[1]))
    while line := requests.readline():
        request = json.loads(line)
        answers.write(json.dumps(_answer(request, requests)).encode() + b"\n")
        answers.flush()


def _answer(request: dict[str, Any], requests: BinaryIO) -> dict[str, Any]:
    data = requests.read(request["length"])
    try:
        module = import_module(request["module"])
        return {"document": asdict(module.read(data, request["source"], request["encoding"]))}
    except ModuleNotFoundError:
        return {"reason": MISSING}
    except Unreadable as error:
        return {"reason": str(error)}
    except MemoryError:
        return {"reason": "needs more memory than a document may; split it"}
    except Exception as error:  # whatever a broken file brings a library to
        return {"reason": f"cannot be read: {type(error).__name__}: {error}"}


def _limit_memory(most: int) -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):
        import_module("resource").setrlimit(import_module("resource").RLIMIT_AS, (most, most))
