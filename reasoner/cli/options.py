"""Options that several commands have."""

from typing import Annotated

import typer

from reasoner.cli import complete

Model = Annotated[
    str | None,
    typer.Option(
        metavar="MODEL",
        help=(
            "Name that `models list` shows, path of a .gguf file, or hf:OWNER/REPO/FILE.gguf, "
            "openai:NAME@URL, transformers:REPO, langchain:PROVIDER:NAME, replay:FILE, scripted:FILE; opened "
            "only if a stage needs it."
        ),
        autocompletion=complete.model_names,
    ),
]
Collection = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", help="Collection to retrieve from.", autocompletion=complete.collection_names
    ),
]
