from importlib import import_module

import pytest

from reasoner.retrieval.formats.registry import FORMATS, Format, by_suffix


@pytest.mark.parametrize("kind", FORMATS, ids=lambda kind: kind.name)
def test_each_format_has_a_module_that_reads_it(kind: Format) -> None:
    assert callable(import_module(kind.module).read)


def test_a_suffix_belongs_to_one_format_in_either_case() -> None:
    suffixes = [suffix for kind in FORMATS for suffix in kind.suffixes]
    assert len(suffixes) == len(set(suffixes))
    assert by_suffix(".PDF") is by_suffix(".pdf") is not None
    assert by_suffix(".png") is None
