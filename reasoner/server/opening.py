"""What the pipelines need is opened before the server says that it is ready."""

import asyncio
from collections.abc import Iterable

from reasoner.errors import ReasonerError
from reasoner.pipeline import Pipeline
from reasoner.runtime import Runtime
from reasoner.stage import Stage


class Opening:
    """Opens models and collections on a thread, while the server says that it lives but is not ready."""

    def __init__(self, runtime: Runtime, pipelines: Iterable[Pipeline]) -> None:
        self._runtime, self._pipelines = runtime, tuple(pipelines)
        self._ended = asyncio.Event()
        self.fault: ReasonerError | None = None

    @property
    def ready(self) -> bool:
        """All is open."""
        return self._ended.is_set() and self.fault is None

    async def open(self) -> None:
        """Opens all that the pipelines name; what cannot be opened is the `fault`."""
        try:
            await asyncio.to_thread(self._open)
        except ReasonerError as error:
            self.fault = error
        self._ended.set()

    async def ended(self) -> None:
        """Waits until all is open, or something cannot be."""
        await self._ended.wait()

    def _open(self) -> None:
        context = self._runtime.context()
        for pipeline in self._pipelines:
            for stage in pipeline.all_stages():
                if role := _named(stage, "model"):
                    context.model(role)
                if "collection" in type(stage).model_fields:
                    context.retriever(_named(stage, "collection") or "default")
                if name := _named(stage, "rerank"):
                    context.reranker(name)


def _named(stage: Stage, field: str) -> str:
    """What the field of the stage names; empty where it has no such field or names nothing."""
    value = getattr(stage, field, None)
    return value if isinstance(value, str) else ""
