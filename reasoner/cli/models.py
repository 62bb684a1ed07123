"""The model files: models list, pull, info."""

from dataclasses import asdict
from typing import Annotated

import typer

from reasoner.cli import complete
from reasoner.cli.output import print_json, print_result, progress, size, table
from reasoner.models import registry

models = typer.Typer(help="List, pull and describe local models.")

AsJson = Annotated[bool, typer.Option("--json", help="Print the result as one JSON object.")]
ModelName = Annotated[
    str,
    typer.Argument(
        metavar="NAME",
        help="Name that `models list` shows, hf:OWNER/REPO/FILE.gguf, or path of a .gguf file.",
        autocompletion=complete.model_names,
    ),
]


@models.command("list")
def list_models(as_json: AsJson = False) -> None:
    """List the models that have a short name.

    Any other model can be given by path or address; see: reasoner run --help
    """
    found = registry.entries()
    if as_json:
        rows = [asdict(entry) | {"path": str(entry.path) if entry.path else None} for entry in found]
        print_json({"models": rows})
    else:
        print_result(
            table(
                (
                    entry.name,
                    size(entry.size),
                    "here" if entry.path else "not here",
                    entry.licence,
                    entry.about,
                )
                for entry in found
            )
        )


@models.command()
def pull(name: ModelName, as_json: AsJson = False) -> None:
    """Bring a model onto this machine, if it is not here."""
    with progress(f"pulling {name}", "bytes") as update:
        file = registry.pull(name, progress=update)
    if as_json:
        print_json({"name": name, "path": str(file.path), "sha256": file.sha256})
    else:
        print_result(str(file.path))


@models.command()
def info(name: ModelName, as_json: AsJson = False) -> None:
    """Describe a model that is here."""
    found = registry.info(name)
    if as_json:
        print_json(found)
    else:
        print_result(
            table((key.replace("_", " "), str(value)) for key, value in found.items() if value is not None)
        )
