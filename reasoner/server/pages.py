"""The page at `/`: files of this package, served as they are, under a policy that lets nothing else in."""

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from fastapi import APIRouter, HTTPException, Request, Response

FOLDER = Path(__file__).with_name("page")
TYPES = MappingProxyType(
    {
        ".html": "text/html; charset=utf-8",
        ".css": "text/css; charset=utf-8",
        ".js": "text/javascript; charset=utf-8",
        ".svg": "image/svg+xml",
    }
)
"""Media types of the kinds of files that the page is made of; a file of another kind is not served."""
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    )
)
"""No script, style or picture from elsewhere, none written into the page, and no text read as HTML."""
HEADERS = MappingProxyType(
    {
        "Content-Security-Policy": POLICY,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cache-Control": "no-cache",
    }
)

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class File:
    """A file of the page as it is sent; `tag` changes with its content."""

    content: bytes
    kind: str
    tag: str


@cache
def files() -> dict[str, File]:
    """The files of the page by name."""
    found = {path.name: path for path in sorted(FOLDER.iterdir()) if path.suffix in TYPES}
    return {name: _read(path) for name, path in found.items()}


def _read(path: Path) -> File:
    content = path.read_bytes()
    return File(content, TYPES[path.suffix], f'"{hashlib.sha256(content).hexdigest()[:32]}"')


@router.api_route("/", methods=["GET", "HEAD"])
def index(request: Request) -> Response:
    """The page itself."""
    return _sent(files()["index.html"], request)


@router.api_route("/page/{name}", methods=["GET", "HEAD"])
def file(name: str, request: Request) -> Response:
    """What the page is made of."""
    if name not in files():
        raise HTTPException(404, f"the page has no file '{name[:80]}'.")
    return _sent(files()[name], request)


def _sent(file: File, request: Request) -> Response:
    headers = {**HEADERS, "ETag": file.tag}
    known = {tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")}
    if known & {file.tag, "*"}:
        return Response(status_code=304, headers=headers)
    return Response(file.content, media_type=file.kind, headers=headers)
