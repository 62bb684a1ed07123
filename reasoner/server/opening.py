"""What the pipelines need is opened before the server says that it is ready."""

import asyncio
from collections.abc import Iterable

from reasoner.errors import ReasonerError, SettingsError
from reasoner.pipeline import Pipeline
from reasoner.runtime import Runtime
from reasoner.server.errors import place
from reasoner.server.metrics import Metrics
from reasoner.stage import Stage


class Opening:
    """Opens models and collections on a thread, while the server says that it lives but is not ready."""

    def __init__(self, runtime: Runtime, pipelines: Iterable[Pipeline], metrics: Metrics) -> None:
        self._runtime, self._pipelines, self._metrics = runtime, tuple(pipelines), metrics
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
        except Exception as error:  # of a library, or of a factory that the settings name
            says = f"what the pipelines need cannot be opened: {place(error)}; see the models and collections"
            self.fault = SettingsError(f"{says} in the settings.")
        self._ended.set()
        if not self.fault:
            # Some servers of models take seconds to say how long their window is, and nothing depends on it.
            await asyncio.to_thread(self._metrics.learn)

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
