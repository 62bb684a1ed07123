"""The bar that moves on a terminal. Loaded only where there is one: rich takes a third of a second."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
    TransferSpeedColumn,
)
from rich.text import Text

from reasoner.cli.output import Update, per_second


class _Rate(ProgressColumn):
    """How many a second."""

    def render(self, task: Task) -> Text:
        return Text("" if task.speed is None else per_second(task.speed), style="progress.data.speed")


@contextmanager
def bar(what: str, unit: str) -> Iterator[Update]:
    """A bar with the rate and the time that is left; it is gone once the work is done."""
    counts: tuple[ProgressColumn, ...] = (MofNCompleteColumn(), TextColumn(unit), _Rate())
    if unit == "bytes":
        counts = (DownloadColumn(), TransferSpeedColumn())
    columns = (
        TextColumn(what),
        BarColumn(),
        *counts,
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}"),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, redirect_stdout=False) as progress:
        task = progress.add_task(what, total=None, note="")

        def update(done: int, total: int, note: str = "") -> None:
            progress.update(task, completed=done, total=total or None, note=note)

        yield update
