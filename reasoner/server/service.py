"""What the routes share: the pipelines that are served, and whoever runs them."""

from collections.abc import Mapping
from dataclasses import dataclass

from reasoner.errors import did_you_mean, one_line
from reasoner.pipeline import Pipeline
from reasoner.runtime import Runtime
from reasoner.server.asking import Asker
from reasoner.server.errors import Refused
from reasoner.server.metrics import Metrics
from reasoner.server.opening import Opening
from reasoner.server.options import Options


@dataclass(frozen=True)
class Service:
    """Pipelines as they are served."""

    runtime: Runtime
    pipelines: Mapping[str, Pipeline]
    options: Options
    metrics: Metrics
    asker: Asker
    opening: Opening

    def pipeline(self, name: str | None, param: str) -> Pipeline:
        """The pipeline of that name; the first one, unless it is named.

        Raises: Refused, when it is not served.
        """
        if name is None:
            return next(iter(self.pipelines.values()))
        if name not in self.pipelines:
            hint = did_you_mean(name, self.pipelines)
            says = f"no pipeline '{one_line(name, 100)}' is served here{hint}"
            raise Refused(404, says, "model_not_found", param=param)
        return self.pipelines[name]
