"""What is wrong with arguments that do not fit, as the model that wrote them can act on it."""

from collections.abc import Mapping

from pydantic import ValidationError

from reasoner.errors import did_you_mean, one_line


def misfit(error: ValidationError, known: Mapping[str, bool]) -> str:
    """The first thing that is wrong, and what would be right; `known` says which arguments are needed."""
    faults = error.errors(include_url=False)
    first = next((each for each in faults if each["type"] == "extra_forbidden"), faults[0])
    key = one_line(".".join(str(step) for step in first["loc"]), 60)
    match first["type"]:
        case "missing":
            needed = ", ".join(f"'{name}'" for name, wanted in known.items() if wanted)
            return f"the argument '{key}' is missing; needed: {needed}."
        case "extra_forbidden":
            return f"no argument '{key}'{did_you_mean(key, known)}"
    says = one_line(first["msg"][:1].lower() + first["msg"][1:])
    return f"the argument '{key}' is {one_line(repr(first['input']), 60)}: {says}."
