"""An MCP server without the SDK, so that it can break every rule; `python mcp_rogue.py MANNER`."""

import json
import os
import sys
import time
from typing import Any

MANNER = sys.argv[1] if len(sys.argv) > 1 else "good"
SCHEMA = {"type": "object", "properties": {"text": {"type": "string"}}}
READS = {"readOnlyHint": True, "openWorldHint": False}
NAMES = [
    "echo",
    "die",
    "wait",
    "grow",
    "huge",
    "fail",
    "deaf",
    "picture",
    "data",
    "wrong",
    "env",
    "pid",
    "refuse",
]


def main() -> None:
    """Answers each line."""
    if MANNER == "garbage":
        print("Welcome!\n<html>", flush=True)
        sys.stdin.read()
    if MANNER == "exits":
        sys.exit("first line\nno licence for key tops3cret")
    if MANNER == "mute":
        sys.stdin.read()
    for line in sys.stdin:
        request = json.loads(line)
        if MANNER == "newer" and request["method"] == "initialize":
            fault = {
                "code": -32022,
                "message": "no",
                "data": {"supported": ["2026-07-28"], "requested": "old"},
            }
            say({"id": request["id"], "error": fault})
        elif request["method"] == "notifications/cancelled":
            print("cancelled", file=sys.stderr, flush=True)
        elif "id" in request:
            answer(request)


def answer(request: dict[str, Any]) -> None:
    """Says what a good server says, apart from its manner."""
    params = request.get("params", {})
    match request["method"]:
        case "server/discover":
            about = {
                "supportedVersions": ["2026-07-28"],
                "capabilities": {"tools": {}},
                "resultType": "complete",
            }
            say({"id": request["id"], "result": about | {"ttlMs": 0, "cacheScope": "public"}})
        case "initialize":
            info = {"name": "rogue", "version": "1"}
            version = params["protocolVersion"]
            say(
                {
                    "id": request["id"],
                    "result": {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": info},
                }
            )
        case "tools/list":
            say(
                {
                    "id": request["id"],
                    "result": listed(params.get("cursor"))
                    | {"resultType": "complete", "ttlMs": 0, "cacheScope": "public"},
                }
            )
        case "tools/call":
            call(request["id"], params["name"], params.get("arguments") or {})
        case method:
            say({"id": request["id"], "error": {"code": -32601, "message": f"no {method}"}})


def listed(cursor: str | None) -> dict[str, Any]:
    """The tools, one to a page for some."""
    tools = [{"name": name, "description": f"Does {name}.", "inputSchema": SCHEMA} for name in NAMES]
    tools[0]["annotations"] = READS
    match MANNER:
        case "pages":
            at = int(cursor or 0)
            return {"tools": tools[at : at + 1]} | (
                {"nextCursor": str(at + 1)} if at < len(tools) - 1 else {}
            )
        case "endless":
            return {"tools": tools[:1], "nextCursor": str(int(cursor or 0) + 1)}
        case "none":
            return {"tools": []}
        case "names":
            return {
                "tools": [{"name": name, "inputSchema": SCHEMA} for name in ("a.b", "a_b", "查询", "x" * 100)]
            }
    return {"tools": tools}


def call(number: int, name: str, arguments: dict[str, Any]) -> None:
    """What each tool does."""
    match name:
        case "echo":
            give(number, text(arguments.get("text", "")))
        case "die":
            sys.exit("out of memory, tops3cret")
        case "wait":
            pass
        case "deaf":
            time.sleep(60)
        case "grow":
            NAMES.append("grown")
            say({"method": "notifications/tools/list_changed"})
            give(number, text("grown"))
        case "huge":
            give(number, text("x" * 3_000_000))
        case "fail":
            give(number, text("no such file, tops3cret"), isError=True)
        case "picture":
            give(number, {"type": "image", "data": "A" * 16_000, "mimeType": "image/png"}, text("a cat"))
        case "data":
            give(number, structuredContent={"sum": 4})
        case "wrong":
            say({"id": number, "result": {"content": "no list"}})
        case "env":
            give(number, text("\n".join(sorted(os.environ))))
        case "pid":
            give(number, text(str(os.getpid())))
        case _:
            say({"id": number, "error": {"code": -32000, "message": f"no tool {name}"}})


def text(says: str) -> dict[str, Any]:
    """A part that is a text."""
    return {"type": "text", "text": says}


def give(number: int, *parts: dict[str, Any], **more: Any) -> None:
    """Says what a call came to."""
    say({"id": number, "result": {"content": parts, "resultType": "complete", **more}})


def say(message: dict[str, Any]) -> None:
    """A line of the protocol."""
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


if __name__ == "__main__":
    main()
