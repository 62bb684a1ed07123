"""First lines of the zygote process: `python boot.py CONTROL_DESCRIPTOR full|weaker MORE_IMPORT_FOLDERS...`.

A bare package stands in for `reasoner`, so that nothing of its public API, and nothing that it imports,
is loaded where hostile programs will run.
"""

import gc
import importlib
import os
import sys
import types
from pathlib import Path

gc.disable()
os.register_at_fork = lambda **callbacks: None  # they mend threads and locks, of which children have none
home = Path(__file__).parents[2]
package = types.ModuleType("reasoner")
package.__path__ = [str(home)]
sys.modules["reasoner"] = package
sys.path += [folder for folder in sys.argv[3:] if folder not in sys.path]
importlib.import_module("reasoner.verification.sandbox.zygote").main(
    int(sys.argv[1]), sys.argv[2] == "weaker"
)
