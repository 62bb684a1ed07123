"""The table of what the sealed child can be asked to do. Only the child imports it."""

from collections.abc import Callable

from reasoner.verification.sandbox import Json
from reasoner.verification.tasks.checker import checker
from reasoner.verification.tasks.compare import compare
from reasoner.verification.tasks.near import near
from reasoner.verification.tasks.solve import solve
from reasoner.verification.tasks.value import value

TASKS: dict[str, Callable[[Json], Json]] = {
    "checker": checker,
    "compare": compare,
    "near": near,
    "solve": solve,
    "value": value,
}
