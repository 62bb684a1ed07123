"""What a line of a conversation that starts with a slash does."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import get_args

from reasoner import resources
from reasoner.cli import report
from reasoner.cli.conversation import Conversation, write
from reasoner.cli.output import json_line, say
from reasoner.errors import InputError, KnowledgeError, did_you_mean, one_line
from reasoner.result import Result
from reasoner.retrieval import collection
from reasoner.retrieval.citations import place
from reasoner.state import Citation, Effort

AROUND = 2
"""Lines of a document before and after a quote that are shown with it."""
LINE_LENGTH = 300


@dataclass(frozen=True, slots=True)
class Command:
    """A command: how it is written, what it does for people, and what it does."""

    usage: str
    about: str
    run: Callable[[Conversation, str], None]
    takes: bool = True
    """Something may stand behind it."""


def command(conversation: Conversation, line: str) -> None:
    """Does what the line says.

    Raises: ReasonerError, when there is no such command or it cannot do it.
    """
    name, _, rest = line.strip().partition(" ")
    if name not in COMMANDS:
        hint = did_you_mean(name, (*COMMANDS, QUIT.usage))
        raise InputError(
            f"no command {one_line(name, 40)}{hint} To ask it as a question, start the line with a space."
        )
    if rest.strip() and not COMMANDS[name].takes:
        raise InputError(f"{name} takes nothing more; see /help.")
    COMMANDS[name].run(conversation, rest.strip())


def _help(conversation: Conversation, rest: str) -> None:
    width = max(len(entry.usage) for entry in (*COMMANDS.values(), QUIT))
    for entry in (*COMMANDS.values(), QUIT):
        say(f"{entry.usage:<{width}}  {entry.about}")
    say("Ctrl-C cancels a question that is being answered; Ctrl-D, or Ctrl-C twice, ends the conversation.")


def _trace(conversation: Conversation, rest: str) -> None:
    result = _last(conversation)
    if rest:
        write(rest, json_line(result.as_dict()))
        say(f"{rest}: written.")
    else:
        for line in report.steps(result):
            say(line)


def _sources(conversation: Conversation, rest: str) -> None:
    result = _last(conversation)
    if not result.outcome.citations:
        say("the last answer has no sources.")
    for number, cited in enumerate(result.outcome.citations, start=1):
        say(f"[{number}] {place(cited)}")
        for line in _around(result, cited):
            say(f"    {line}")


def _around(result: Result, cited: Citation) -> Iterator[str]:
    """The lines of the document around the quote; the quote alone where the document is not at hand."""
    try:
        text = collection.document(result.collection or "", cited.source)
    except KnowledgeError:
        text = ""
    if text[cited.start : cited.end] != cited.quote:
        yield f"> {one_line(cited.quote, LINE_LENGTH)}"
        return
    first = text.count("\n", 0, cited.start)
    last = first + cited.quote.count("\n")
    lines = text.split("\n")
    for index in range(max(0, first - AROUND), min(len(lines), last + AROUND + 1)):
        mark = ">" if first <= index <= last else " "
        yield f"{mark} {one_line(lines[index], LINE_LENGTH)}".rstrip()


def _pipeline(conversation: Conversation, rest: str) -> None:
    if rest:
        conversation.switch(rest)
    say(f"pipeline: {conversation.pipeline.name}: {one_line(conversation.pipeline.about)}")
    if not rest:
        say(f"bundled: {', '.join(resources.bundled_pipelines())}; or the path of a .yaml file.")


def _effort(conversation: Conversation, rest: str) -> None:
    known: Mapping[str, Effort] = {name: name for name in get_args(Effort)}
    if rest and rest not in known:
        raise InputError(f"no effort '{one_line(rest, 40)}'{did_you_mean(rest, known)}")
    conversation.effort = known.get(rest, conversation.effort)
    say(f"effort: {conversation.effort}")


def _model(conversation: Conversation, rest: str) -> None:
    if rest:
        conversation.use_model(rest)
    say(f"model: {conversation.model}")


def _history(conversation: Conversation, rest: str) -> None:
    if not conversation.turns:
        say("nothing was said yet.")
    for turn in conversation.turns:
        say(f"{'you' if turn.role == 'user' else 'reasoner'}: {turn.text}")


def _reset(conversation: Conversation, rest: str) -> None:
    conversation.forget()
    say("the conversation begins anew.")


def _save(conversation: Conversation, rest: str) -> None:
    if not rest:
        raise InputError("/save needs the name of a file.")
    conversation.save(rest)
    count = len(conversation.results)
    say(f"{rest}: {count} result{'' if count == 1 else 's'} written.")


def _last(conversation: Conversation) -> Result:
    if not conversation.results:
        raise InputError("nothing was answered yet; ask something first.")
    return conversation.results[-1]


COMMANDS: Mapping[str, Command] = {
    "/help": Command("/help", "Show these commands.", _help, takes=False),
    "/sources": Command(
        "/sources", "Show what the last answer quotes in its documents.", _sources, takes=False
    ),
    "/trace": Command("/trace [FILE]", "Show how the last answer came about, or write it as JSON.", _trace),
    "/pipeline": Command("/pipeline [NAME]", "Show or change the pipeline.", _pipeline),
    "/effort": Command("/effort [EFFORT]", "Show or change the effort: low, medium, high, auto.", _effort),
    "/model": Command("/model [NAME]", "Show or change the model.", _model),
    "/history": Command("/history", "Show the conversation.", _history, takes=False),
    "/reset": Command("/reset", "Forget the conversation.", _reset, takes=False),
    "/save": Command("/save FILE", "Write the results so far, one JSON object a line.", _save),
}
QUIT = Command("/quit", "End the conversation.", _help, takes=False)
