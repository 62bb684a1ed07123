"""`/docs`: the OpenAPI file as a page that needs no network, under a policy that lets nothing else in."""

from collections.abc import Mapping
from importlib.resources import files

from fastapi import APIRouter
from starlette.responses import Response

from reasoner.server.errors import Refused

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The library styles its elements as it goes, so that styles cannot be confined further."""
HTML = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>reasoner: API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
"""
START = "SwaggerUIBundle({url: '/openapi.json', dom_id: '#docs', tryItOutEnabled: true});\n"
ASSETS: Mapping[str, str] = {"swagger-ui.css": "text/css", "swagger-ui-bundle.js": "text/javascript"}
"""Files of fastapi-offline that the page uses, with their media types."""
HEADERS = {"Content-Security-Policy": POLICY, "Cache-Control": "no-cache"}


def routes() -> APIRouter:
    """The page and what it is made of."""
    router = APIRouter(include_in_schema=False)

    @router.get("/docs")
    async def docs() -> Response:
        return Response(HTML, headers=HEADERS, media_type="text/html")

    @router.get("/docs/start.js")
    async def start() -> Response:
        return Response(START, headers=HEADERS, media_type="text/javascript")

    @router.get("/docs/{name}")
    def asset(name: str) -> Response:
        if name not in ASSETS:
            raise Refused(404, "the documentation has no such file.", "not_found")
        content = files("fastapi_offline").joinpath("static", name).read_bytes()
        return Response(content, headers=HEADERS, media_type=ASSETS[name])

    return router
