"""`/v1/document`: what a citation is of."""

from collections.abc import Iterator
from typing import Annotated

from fastapi import APIRouter, Query

from reasoner.errors import KnowledgeError, did_you_mean, one_line
from reasoner.retrieval import collection as collections
from reasoner.server.described import guards
from reasoner.server.errors import ERRORS, Refused
from reasoner.server.service import Service

Name = Annotated[str, Query(max_length=4096)]


def routes(service: Service) -> APIRouter:
    """The route for documents of the collections that the pipelines use, and of no others."""
    router = APIRouter(prefix="/v1", tags=["Answers"], responses=ERRORS, dependencies=guards(service.options))
    served = frozenset(used(service))

    @router.get("/document")
    def document(collection: Name, source: Name) -> dict[str, str]:
        """The text of a document that a citation names, by the result's `collection` and its `source`."""
        if collection not in served:
            hint = did_you_mean(collection, served)
            says = f"no collection '{one_line(collection, 100)}' is served{hint}"
            raise Refused(404, says, "not_found", param="collection")
        try:
            text = collections.document(collection, source)
        except KnowledgeError as error:
            raise Refused(404, one_line(str(error), 500), "not_found", param="source") from None
        return {"collection": collection, "source": source, "text": text}

    return router


def used(service: Service) -> Iterator[str]:
    """Names of the collections that the pipelines may use."""
    default = service.runtime.settings.collection
    for pipeline in service.pipelines.values():
        for stage in pipeline.all_stages():
            if "collection" in type(stage).model_fields:
                yield getattr(stage, "collection", None) or default
            for tool in getattr(stage, "tools", ()):
                head, _, name = str(tool).partition(":")
                if head == "search":
                    yield name or default
