"""What one needs to write a pipeline: validate, schema, stages, pipelines."""

import json
import textwrap
from pathlib import Path
from typing import Annotated, Any

import typer

from reasoner import config, resources
from reasoner.cli import complete, stage_help
from reasoner.cli.errors import MEND
from reasoner.cli.output import print_json, print_result, say, say_error, table
from reasoner.errors import ConfigError, InputError, ReasonerError, cause, did_you_mean
from reasoner.pipeline import adapter, find, read_pipeline
from reasoner.stage import Stage
from reasoner.stages import stage_classes

pipelines = typer.Typer(help="List, show and copy the bundled pipelines.")

AsJson = Annotated[bool, typer.Option("--json", help="Print the result as one JSON object.")]


PipelineName = Annotated[
    str,
    typer.Argument(
        metavar="NAME", help="Name of a bundled pipeline.", autocompletion=complete.pipeline_names
    ),
]


def validate(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE", help="Pipeline files, or names of bundled ones.")
    ],
    as_json: AsJson = False,
) -> None:
    """Check pipeline files before they run.

    Every problem of every file is named with its line and column: keys, values, prompts, the order of the
    stages. No model is loaded. Exit status 2 if a file has a problem.
    """
    reports = [_report(file) for file in files]
    if as_json:
        print_json({"valid": all(report["valid"] for report in reports), "files": reports})
    for report in reports:
        for problem in report["problems"]:
            place = f"{report['file']}:{problem['line']}:{problem['column']}" if problem["line"] else ""
            say_error(f"{place}: {problem['message']}" if place else problem["message"])
        if report["valid"] and not as_json:
            print_result(f"{report['file']}: valid")
    if not all(report["valid"] for report in reports):
        raise typer.Exit(MEND)


def _report(file: str) -> dict[str, Any]:
    try:
        read_pipeline(file)
    except ConfigError as error:
        problems = [{"line": p.line, "column": p.column, "message": p.message} for p in error.problems]
        return {"file": error.file, "valid": False, "problems": problems}
    except ReasonerError as error:
        return {
            "file": file,
            "valid": False,
            "problems": [{"line": None, "column": None, "message": str(error)}],
        }
    return {"file": file, "valid": True, "problems": []}


def schema() -> None:
    """Print the JSON schema of a pipeline file.

    It has the stages that are installed; an editor that knows it completes keys and marks mistakes.
    """
    print_json(stage_help.describe(adapter().json_schema()))


def stages(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="Tag of a stage.", autocompletion=complete.stage_tags)
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the stages, or explain one.

    With NAME: what the stage reads and writes, and its keys with type, default and meaning.
    """
    classes = stage_classes()
    if name is None:
        about = {tag: stage_help.about(stage) for tag, stage in classes.items()}
        if as_json:
            print_json({"stages": [{"stage": tag, "about": says} for tag, says in about.items()]})
        else:
            print_result(table(about.items()))
    elif name not in classes:
        raise InputError(f"reasoner stages: no stage '{name}'{did_you_mean(name, classes)}")
    elif as_json:
        print_json(stage_help.details(classes[name]))
    else:
        print_result(_page(classes[name]))


def _page(stage: type[Stage]) -> str:
    found = stage_help.details(stage)
    reads, writes = (", ".join(found[field]) or "nothing" for field in ("reads", "writes"))
    lines = [f"{found['stage']}: {found['about']}", f"reads {reads}; writes {writes}", ""]
    for key in found["keys"]:
        default = f"default {_shown(key['default'])}" if "default" in key else "required"
        lines.append(f"{key['key']}: {key['type']}, {default}")
        lines += textwrap.wrap(key["about"], 100, initial_indent="    ", subsequent_indent="    ")
    return "\n".join(lines)


def _shown(default: object) -> str:
    """A default as YAML writes it."""
    return default if isinstance(default, str) else json.dumps(default, ensure_ascii=False)


@pipelines.command("list")
def list_pipelines(as_json: AsJson = False) -> None:
    """Name the bundled pipelines and what each is for."""
    found = [(name, path, read_pipeline(name).about) for name, path in resources.bundled_pipelines().items()]
    if as_json:
        rows = [{"name": name, "about": about, "path": str(path)} for name, path, about in found]
        print_json({"pipelines": rows})
    else:
        print_result(table((name, about) for name, _, about in found))


@pipelines.command()
def show(name: PipelineName, as_json: AsJson = False) -> None:
    """Print the YAML of a pipeline."""
    path = find(name)
    if as_json:
        pipeline = read_pipeline(name)
        stages = [stage.model_dump(mode="json") for stage in pipeline.stages]
        about = {"name": pipeline.name, "about": pipeline.about, "hash": pipeline.hash, "path": str(path)}
        print_json(about | {"stages": stages})
    else:
        config.read(path)
        print_result(path.read_text(encoding="utf-8-sig").rstrip("\n"))


@pipelines.command()
def copy(
    name: PipelineName,
    path: Annotated[
        str | None,
        typer.Argument(metavar="PATH", help="File or folder to copy to; NAME.yaml here unless given."),
    ] = None,
) -> None:
    """Copy a bundled pipeline, to change it. Its prompts and checkers are found where they are bundled."""
    known = resources.bundled_pipelines()
    if name not in known:
        raise InputError(f"reasoner pipelines copy: no bundled pipeline '{name}'{did_you_mean(name, known)}")
    target = Path(path or f"{name}.yaml")
    target = target / f"{name}.yaml" if target.is_dir() else target
    try:
        with target.open("xb") as file:
            file.write(known[name].read_bytes())
    except FileExistsError:
        raise InputError(f"{target}: there is a file already; give another path, or remove it.") from None
    except OSError as error:
        raise InputError(f"{target}: cannot write it: {cause(error)}; give another path.") from None
    print_result(str(target))
    say(f"Change it, then: reasoner validate {target} && reasoner run {target} QUESTION")
