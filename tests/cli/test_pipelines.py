import json
from pathlib import Path

import jsonschema  # type: ignore[import-untyped]
import pytest
import yaml

from cli_support import Cli
from reasoner import resources
from reasoner.cli import stage_help
from reasoner.stages import stage_classes

BUNDLED = list(resources.bundled_pipelines())


def test_every_bundled_pipeline_is_valid(cli: Cli) -> None:
    ran = cli("validate", *BUNDLED)
    assert (ran.code, ran.out, ran.err) == (0, "".join(f"{name}: valid\n" for name in BUNDLED), "")


def test_validate_names_every_problem_of_every_file(cli: Cli) -> None:
    Path("a.yaml").write_text("stages:\n  - {stage: think, temprature: 1}\n  - {stage: vot}\n")
    Path("b.yaml").write_text("stages:\n  - stage: vote\n")
    ran = cli("validate", "a.yaml", "math", "b.yaml")
    assert (ran.code, ran.out) == (2, "math: valid\n")
    places = [line.partition(": ")[2].partition(": ")[0] for line in ran.err.splitlines()]
    assert places == ["a.yaml:2:20", "a.yaml:3:6", "b.yaml:2:5"]


def test_validate_json_is_one_object(cli: Cli) -> None:
    Path("b.yaml").write_text("stages:\n  - stage: vote\n")
    found = json.loads(cli("validate", "b.yaml", "math", "--json").out)
    assert found["valid"] is False
    assert [file["valid"] for file in found["files"]] == [False, True]
    assert found["files"][0]["problems"] == [
        {
            "line": 2,
            "column": 5,
            "message": "stages[0] (vote): needs candidates, but no earlier stage writes them.",
        }
    ]


def test_the_schema_accepts_the_bundled_pipelines_and_explains_their_keys(cli: Cli) -> None:
    schema = json.loads(cli("schema").out)
    for path in resources.bundled_pipelines().values():
        jsonschema.validate(yaml.safe_load(path.read_text()), schema)
    assert (
        schema["$defs"]["Accept"]["properties"]["min_confidence"]["description"]
        == "Lowest confidence that is still an answer."
    )


def test_stages_lists_every_stage(cli: Cli) -> None:
    lines = cli("stages").out.splitlines()
    assert [line.split()[0] for line in lines] == list(stage_classes())
    assert "accept         Abstain when the answer is not sure enough." in lines


def test_stages_explains_the_keys_of_one(cli: Cli) -> None:
    page = cli("stages", "accept").out
    assert page.startswith(
        "accept: Abstain when the answer is not sure enough.\nreads outcome; writes outcome\n\n"
    )
    assert (
        "\nmin_confidence: number >= 0 and <= 1, default 0.85\n    Lowest confidence that is still an answer.\n"
        in page
    )


def test_stages_json_has_types_and_defaults(cli: Cli) -> None:
    keys = {key["key"]: key for key in json.loads(cli("stages", "think", "--json").out)["keys"]}
    assert (keys["mode"]["type"], keys["mode"]["default"]) == ("direct | cot | program | quote", "cot")
    assert keys["prompt"]["default"] == "cot.txt"
    when = {key["key"]: key for key in json.loads(cli("stages", "route", "--json").out)["keys"]}["when"]
    assert (when["type"], when["required"]) == ("mapping to list of stage", True)


@pytest.mark.parametrize("tag", stage_classes())
def test_every_stage_says_what_it_is_for(tag: str) -> None:
    assert stage_help.about(stage_classes()[tag])
    assert all(key["type"] != "any" for key in stage_help.details(stage_classes()[tag])["keys"])


def test_an_unknown_stage_is_one_line(cli: Cli) -> None:
    ran = cli("stages", "acept")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(
        "error: reasoner stages: no stage 'acept'; did you mean 'accept'? Known: accept, cite"
    )


def test_pipelines_list_and_show(cli: Cli) -> None:
    assert [line.split()[0] for line in cli("pipelines", "list").out.splitlines()] == BUNDLED
    assert {
        entry["name"] for entry in json.loads(cli("pipelines", "list", "--json").out)["pipelines"]
    } == set(BUNDLED)
    assert cli("pipelines", "show", "direct").out == resources.bundled_pipelines()["direct"].read_text()
    assert json.loads(cli("pipelines", "show", "direct", "--json").out)["stages"][0]["prompt"] == "direct.txt"


@pytest.mark.parametrize("name", BUNDLED)
def test_a_copy_is_valid_where_it_lies(cli: Cli, name: str) -> None:
    ran = cli("pipelines", "copy", name)
    assert (ran.code, ran.out) == (0, f"{name}.yaml\n")
    assert cli("validate", f"{name}.yaml").code == 0


def test_a_copy_goes_into_a_folder_and_never_over_a_file(cli: Cli) -> None:
    Path("mine").mkdir()
    assert cli("pipelines", "copy", "direct", "mine").out == "mine/direct.yaml\n"
    Path("mine/direct.yaml").write_text("changed")
    ran = cli("pipelines", "copy", "direct", "mine/direct.yaml")
    says = "error: mine/direct.yaml: there is a file already; give another path, or remove it.\n"
    assert (ran.code, ran.err, Path("mine/direct.yaml").read_text()) == (2, says, "changed")
    ran = cli("pipelines", "copy", "direct", "no/where.yaml")
    assert ran.err == "error: no/where.yaml: cannot write it: no such file or directory; give another path.\n"
    ran = cli("pipelines", "copy", "drect")
    assert ran.err == (
        "error: reasoner pipelines copy: no bundled pipeline 'drect'; did you mean 'direct'? "
        "Known: auto, direct, game24, math, multi_hop, qa, qa_short, tools.\n"
    )
