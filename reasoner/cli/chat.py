"""`reasoner chat`: a conversation on the terminal, or from lines of text."""

import sys
from collections.abc import Iterator
from functools import partial
from typing import Annotated

import typer

from reasoner.cli import complete
from reasoner.cli.chat_commands import COMMANDS, QUIT, command
from reasoner.cli.conversation import Conversation, attempted
from reasoner.cli.options import Collection, Model
from reasoner.cli.output import say, say_error
from reasoner.cli.run import check_collection
from reasoner.pipeline import read_pipeline
from reasoner.settings import Settings
from reasoner.state import Effort

PROMPT = "> "


def chat(
    pipeline: Annotated[
        str,
        typer.Argument(
            metavar="[PIPELINE]",
            help="Name of a bundled pipeline, or path of a .yaml file.",
            autocompletion=complete.pipeline_names,
        ),
    ] = "auto",
    model: Model = None,
    collection: Collection = None,
    effort: Annotated[
        Effort | None,
        typer.Option(
            metavar="EFFORT",
            help="How many samples a question is worth: low, medium, high, or auto, by its difficulty.",
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option(metavar="N", help="Same seed, same answers.", min=0, max=2**31 - 1)
    ] = 0,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print each result as one JSON object on a line.")
    ] = False,
) -> None:
    """Hold a conversation: ask, and ask on; follow-ups are understood from what was said before.

    Each answer goes to stdout; how sure it is, its sources and everything else go to stderr. A line that
    starts with a slash is a command: /help lists them. Without a terminal each line of standard input is a
    question or a command. What fails is told, and the conversation goes on.
    """
    found = read_pipeline(pipeline)
    settings = Settings.load(model=model, collection=collection, effort=effort)
    check_collection(found, collection, settings)
    with Conversation(found, settings, seed, as_json=as_json) as conversation:
        try:
            _converse(conversation)
        except KeyboardInterrupt:
            say("")


def _converse(conversation: Conversation) -> None:
    if sys.stdin.isatty():
        say(f"{conversation.pipeline.name}: ask something; /help shows the commands, Ctrl-D ends.")
    for line in _typed() if sys.stdin.isatty() else _piped():
        if line.split()[:1] == [QUIT.usage]:
            return
        if line.startswith("/"):
            attempted(partial(command, conversation, line))
        elif line.strip():
            conversation.ask(line.strip())


def _typed() -> Iterator[str]:
    """Lines from the terminal; Ctrl-D, or Ctrl-C twice in a row, ends them."""
    _edit_lines()
    pressed = False
    while True:
        try:
            line = _prompted()
        except EOFError:
            say("")
            return
        except KeyboardInterrupt:
            say("\nCtrl-C again, Ctrl-D or /quit ends the conversation." if not pressed else "")
            if pressed:
                return
            pressed = True
            continue
        pressed = False
        yield line


def _prompted() -> str:
    if sys.stdout.isatty():
        return input(PROMPT)
    print(PROMPT, end="", file=sys.stderr, flush=True)
    return input()


def _piped() -> Iterator[str]:
    """Lines of standard input; one that is no text is told of and left out."""
    for number, line in enumerate(sys.stdin.buffer, start=1):
        try:
            yield line.decode("utf-8-sig").rstrip("\r\n")
        except UnicodeDecodeError as error:
            say_error(f"standard input:{number}: not UTF-8 text (byte {error.start + 1}); send UTF-8.")


def _edit_lines() -> None:
    """Lines can be edited and called back, and commands completed, where Python was built with readline."""
    try:
        import readline
    except ImportError:
        return

    def complete_command(text: str, state: int) -> str | None:
        fits = [
            name for name in (*COMMANDS, QUIT.usage) if readline.get_begidx() == 0 and name.startswith(text)
        ]
        return fits[state] if text and state < len(fits) else None

    readline.set_completer_delims(" \t")
    readline.set_completer(complete_command)
    readline.parse_and_bind("tab: complete")
