"""Our pipelines as a model of lm-evaluation-harness: `python -m reasoner.interop.lm_eval --model reasoner`.

The harness finds its models in modules that somebody has imported; run as a program, this one is imported
first and then is the harness's own command line.
"""

import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from lm_eval.__main__ import cli_evaluate
from lm_eval.api.instance import Instance
from lm_eval.api.model import LM
from lm_eval.api.registry import register_model
from tqdm import tqdm

from reasoner.errors import ReasonerError
from reasoner.runtime import load_pipeline
from reasoner.version import __version__


@register_model("reasoner")
class ReasonerLM(LM):  # type: ignore[misc]
    """A pipeline that answers tasks of the kind `generate_until`; an abstention is the empty text.

    `--model_args pipeline=math,model=NAME,seed=0`: `pipeline` is the name of a bundled pipeline or the path
    of a YAML file, the rest are fields of Settings. The prompt of a task is the question. The pipeline says
    how to sample: of a task's generation settings only the texts that end an answer (`until`) count.

    Raises: ConfigError, SettingsError, or ReasonerError for a pipeline that there is not.
    """

    def __init__(
        self,
        pipeline: str = "",
        *,
        seed: int = 0,
        batch_size: int | str | None = None,
        max_batch_size: int | None = None,
        device: str | None = None,
        **settings: object,
    ) -> None:
        """The harness always hands on its batch sizes and device; a pipeline has no use for them."""
        super().__init__()
        if not pipeline:
            raise ReasonerError("the model reasoner needs a pipeline; add --model_args pipeline=math.")
        self.pipeline = load_pipeline(str(pipeline), **settings)
        self.seed = seed

    def generate_until(self, requests: list[Instance], disable_tqdm: bool = False) -> list[str]:
        """The answer to each (prompt, settings), in order.

        Raises: InputError for a prompt that is no question; ModelError, KnowledgeError.
        """
        return [self._answer(*request.args) for request in tqdm(requests, disable=disable_tqdm)]

    def _answer(self, prompt: str, settings: dict[str, Any]) -> str:
        answer = cut(self.pipeline.run(prompt, seed=self.seed).answer or "", settings.get("until"))
        self.cache_hook.add_partial("generate_until", (prompt, settings), answer)
        return answer

    def loglikelihood(self, requests: list[Instance]) -> NoReturn:
        """Raises: ReasonerError."""
        raise _without_likelihood(requests)

    def loglikelihood_rolling(self, requests: list[Instance]) -> NoReturn:
        """Raises: ReasonerError."""
        raise _without_likelihood(requests)

    def get_model_info(self) -> dict[str, object]:
        """What the harness writes into the `config` of its results."""
        return {
            "pipeline": self.pipeline.name,
            "pipeline_hash": self.pipeline.hash,
            "pipeline_seed": self.seed,
            "reasoner_version": __version__,
        }


def cut(answer: str, until: str | Sequence[str] | None) -> str:
    """The answer up to the first of the texts that end it; all of it where none is in it."""
    ends = [until] if isinstance(until, str) else until or []
    return answer[: min((answer.find(end) for end in ends if end and end in answer), default=None)]


def _without_likelihood(requests: Sequence[Instance]) -> ReasonerError:
    names = sorted({str(request.task_name) for request in requests})
    return ReasonerError(
        f"{', '.join(names)}: asks how likely given texts are, which a pipeline cannot say: it answers "
        "or abstains. Choose tasks whose output_type is generate_until."
    )


def main() -> int:
    """The command line of the harness, which knows the model `reasoner`."""
    try:
        cli_evaluate()
    except ReasonerError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
