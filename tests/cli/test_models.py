import json

import pytest

from cli_support import Cli
from reasoner.models import registry


def test_models_list_names_the_catalogue_and_what_is_here(cli: Cli) -> None:
    ran = cli("models", "list")
    assert [line.split()[0] for line in ran.out.splitlines()] == list(registry.CATALOGUE)
    assert [cell.strip() for cell in ran.out.splitlines()[0].split("  ")[1:3]] == ["98 MB", "not here"]
    (first, *_) = json.loads(cli("models", "list", "--json").out)["models"]
    assert (first["name"], first["path"], first["licence"]) == ("smollm2-135m", None, "Apache-2.0")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["info", "smollm2-135m"], "the model smollm2-135m is not here"),
        (["info", "smollm"], "no model 'smollm'"),
        (["pull", "none.gguf"], "no model file none.gguf"),
        (["pull", "hf:owner/file.gguf"], "'hf:owner/file.gguf' is no address on the hub"),
    ],
)
def test_a_model_that_is_not_there_is_one_line(cli: Cli, arguments: list[str], says: str) -> None:
    ran = cli("models", *arguments)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith(f"error: {says}")
