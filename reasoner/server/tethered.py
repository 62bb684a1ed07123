"""`python -m reasoner.server.tethered ...` is `reasoner ...`, for as long as standard input is held open.

What was started for someone's sake ends when they do, whichever way they end.
"""

import os
import runpy
import signal
import sys
import threading


def _let_go() -> None:
    while os.read(sys.stdin.fileno(), 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    threading.Thread(target=_let_go, name="tether", daemon=True).start()
    runpy.run_module("reasoner", run_name="__main__", alter_sys=True)
