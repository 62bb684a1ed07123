"""What the shell offers when a name is half typed."""

from reasoner import resources
from reasoner.models import registry
from reasoner.retrieval import collection
from reasoner.stages import stage_classes


def pipeline_names() -> list[str]:
    """Bundled pipelines."""
    return list(resources.bundled_pipelines())


def stage_tags() -> list[str]:
    """Installed stages."""
    return list(stage_classes())


def collection_names() -> list[str]:
    """Bundled collections, and the user's."""
    return list(collection.known())


def model_names() -> list[str]:
    """Models that have a short name."""
    return list(registry.CATALOGUE)
