import subprocess
import sys
from dataclasses import replace

from reasoner.retrieval.documents import AS_USUAL
from reasoner.retrieval.making import CODE, making

MODULES = """
import sys
from reasoner.retrieval.formats import registry
from importlib import import_module
import reasoner.retrieval.documents, reasoner.retrieval.chunking, reasoner.retrieval.terms
for kind in registry.FORMATS:
    import_module(kind.module)
print(*(name for name in sys.modules if name.startswith("reasoner.retrieval.")))
"""


def test_all_code_that_reads_and_cuts_is_part_of_how_a_collection_is_made() -> None:
    ran = subprocess.run([sys.executable, "-c", MODULES], capture_output=True, text=True, check=True)
    assert {name.split(".")[2] for name in ran.stdout.split()} <= set(CODE)


def test_another_way_of_reading_is_another_making() -> None:
    ways = (AS_USUAL, replace(AS_USUAL, encoding="gb18030"), replace(AS_USUAL, max_bytes=1))
    assert len({making(way, None) for way in ways}) == len(ways)
    assert making(AS_USUAL, None) == making(AS_USUAL, None)
