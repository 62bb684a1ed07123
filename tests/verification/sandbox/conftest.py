import os
import sys
from collections.abc import Iterator

import pytest

from reasoner.verification.sandbox.pool import Pool


@pytest.fixture(scope="session")
def pool() -> Iterator[Pool]:
    """Sealed children; the host has a secret."""
    if sys.platform != "linux":
        pytest.skip("only Linux can seal a process")
    os.environ["BREACH_KEY"] = "open sesame"
    sealed = Pool()
    yield sealed
    sealed.close()
    del os.environ["BREACH_KEY"]
