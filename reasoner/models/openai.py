"""Any server that speaks the OpenAI chat API: vLLM, SGLang, llama.cpp server, Ollama, hosted ones."""

import asyncio
import os
import queue
import re
import threading
from collections.abc import Coroutine, Iterator, Mapping
from typing import Any, TypeVar

import httpx

from reasoner.errors import ModelError, did_you_mean
from reasoner.models.functions import refuse_constraints, refuse_functions
from reasoner.models.model import Completion, Request, Watch
from reasoner.models.openai_request import NEUTRAL, body_of
from reasoner.models.openai_stream import (
    Answer,
    Malformed,
    complaint,
    field_at_fault,
    read_events,
    refuses_tools,
)

T = TypeVar("T")

WAVE = 16
"""Samples asked for in one HTTP request, at most."""
AT_ONCE = 4
"""HTTP requests in flight, where a server draws one sample in each."""
RETRIED = frozenset({429, 502, 503, 504})
DELAYS = (0.5, 2.0, 8.0)
"""Seconds before each further attempt, where the server does not say how long to wait."""
DISPENSABLE = ("logprobs", "stream_options", "seed")
"""Fields that are left out once a server has refused them; completions then have no logprob, or no seed."""
NAMED = ("temperature", "top_p", "max_tokens", "response_format", "grammar", "repetition_penalty", "n")
"""Further fields that a refusal may name in its text."""


class OpenAI:
    """A model behind an OpenAI-compatible endpoint.

    Samples are asked for together with `n`; where the server refuses or ignores that, one request each,
    with seed + i. On llama.cpp and vLLM sample i draws from seed + i; a text may still differ from run to run
    where batches and caches of the server round differently; elsewhere a seed is worth what the server says.
    A field that a server ignores without a word goes unnoticed; therefore `grammar` goes to llama.cpp alone.
    Functions are offered to every server until it refuses them.
    """

    hash: str | None = None

    def __init__(self, served: str, url: str, key: str | None = None, *, silence: float = 300.0) -> None:
        """`served` is the server's name for the model; `silence` is how many seconds it may say nothing."""
        self.name = f"openai:{served}@{url}"
        self.identity = f"openai:{served}"
        self._served = served
        self._url = url.rstrip("/")
        self._silence = silence
        self._wave = WAVE
        self._refused: Mapping[bool, set[str]] = {False: set(), True: set()}
        """Fields without which the server is asked, beside functions (True) and otherwise."""
        self._no_functions = self._took_functions = False
        self._about: dict[str, Any] = {}
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        fresh = httpx.Limits(max_keepalive_connections=0)  # a server may close an idle one as it is used
        timeout = httpx.Timeout(silence, connect=10.0)
        self._client = httpx.AsyncClient(headers=headers, timeout=timeout, limits=fresh)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name=self.name, daemon=True)
        self._thread.start()

    @classmethod
    def open(cls, rest: str) -> "OpenAI":
        """The model NAME at URL, from NAME@URL; the key is OPENAI_API_KEY, else REASONER_API_KEY, if any.

        Raises: ModelError, when `rest` is not of that form.
        """
        found = re.fullmatch(r"(?P<name>.+?)@(?P<url>https?://[^\s?#]+)", rest)
        try:
            url = httpx.URL(found["url"]) if found else None
        except httpx.InvalidURL:
            url = None
        if found is None or url is None or not url.host:
            raise ModelError(
                f"openai:{rest}: not NAME@URL; write for example openai:qwen3@http://localhost:8000/v1."
            )
        if url.userinfo:
            raise ModelError(
                "openai: the URL holds a password; put the key into the variable OPENAI_API_KEY instead."
            )
        return cls(
            found["name"],
            found["url"],
            os.environ.get("OPENAI_API_KEY") or os.environ.get("REASONER_API_KEY"),
        )

    @property
    def window(self) -> int | None:
        """What the server says about the model, where it does."""
        about = self._ask_about()
        meta = about.get("meta")
        sizes = (about.get("max_model_len"), meta.get("n_ctx") if isinstance(meta, dict) else None)
        return next((size for size in sizes if isinstance(size, int) and size > 0), None)

    @property
    def calls_functions(self) -> bool:
        """Until the server refuses them."""
        return not self._no_functions

    def generate(self, request: Request, watch: Watch = Watch()) -> Iterator[Completion]:
        """Samples by index. Closing the iterator closes the connections; most servers then stop working."""
        self._check(request)
        answer = Answer(request, watch, self.count_tokens)
        job = asyncio.run_coroutine_threadsafe(self._draw(answer), self._loop)
        job.add_done_callback(lambda _: answer.ready.put(None))
        ended: dict[int, Completion] = {}
        following = 0
        try:
            while not watch.cancelled():  # until the costs have come too
                try:
                    came = answer.ready.get(timeout=0.05)
                except queue.Empty:
                    continue
                if came is None:
                    return None if following == request.sampling.n else job.result()
                ended |= [came]
                while following in ended:
                    yield ended.pop(following)
                    following += 1
        finally:
            job.cancel()
            answer.report_spent()

    def count_tokens(self, text: str) -> int:
        """A cautious estimate: three bytes a token."""
        return len(text.encode("utf-8", "replace")) // 3 + 1

    def close(self) -> None:
        """Closes all connections."""
        if self._loop.is_running():
            self._wait(self._client.aclose())
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def _check(self, request: Request) -> None:
        refuse_functions(self, request)
        refuse_constraints(self.name, request)
        sampling = request.sampling
        if sampling.beams > 1:
            raise ModelError(f"{self.name}: no beam search; set beams to 1, or use a transformers: model.")
        if sampling.grammar is not None and (server := self._ask_about().get("owned_by")) != "llamacpp":
            says = f"this one says '{server}'" if server else "this one does not say what it is"
            raise ModelError(
                f"{self.name}: grammar needs a llama.cpp server, {says}; use json_schema, or leave it out."
            )

    def _ask_about(self) -> dict[str, Any]:
        """The server's entry for the model; empty while it gives none."""
        if not self._about:
            entries = self._wait(self._list_models())
            alone = entries[0] if len(entries) == 1 else {}
            self._about = next((entry for entry in entries if entry.get("id") == self._served), alone)
        return self._about

    async def _list_models(self) -> list[dict[str, Any]]:
        try:
            response = await self._client.get(f"{self._url}/models", timeout=5.0)
            entries = response.json()["data"]
        except (httpx.HTTPError, ValueError, KeyError, TypeError):
            return []
        return [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []

    async def _draw(self, answer: Answer) -> None:
        """All samples, several to an HTTP request as long as the server gives them so."""
        first, n = 0, answer.request.sampling.n
        while first < n and self._wave > 1:
            first += await self._ask(answer, first, min(self._wave, n - first))
        places = asyncio.Semaphore(AT_ONCE)

        async def draw_one(index: int) -> None:
            async with places:
                await self._ask(answer, index, 1)

        tasks = [asyncio.create_task(draw_one(index)) for index in range(first, n)]
        try:
            await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()

    async def _ask(self, answer: Answer, first: int, size: int) -> int:
        """Draws samples first, first + 1, ... and says how many came; 0 when `n` was too large.

        Raises: ModelError, for everything that can go wrong between here and the server.
        """
        try:
            return await self._post(answer, first, size)
        except ModelError as error:
            raise ModelError(f"{self.name}: {error}") from None
        except Malformed as error:
            reason = f"the answer is not what the OpenAI API promises ({error}); is the URL right?"
        except (httpx.ConnectError, httpx.ConnectTimeout):
            reason = "cannot connect; start the server, or mend the URL."
        except httpx.TimeoutException:
            reason = f"nothing came for {self._silence:g} s; restart the server, or ask for less."
        except httpx.HTTPError as error:
            reason = (
                f"the connection broke off ({type(error).__name__}); look at the server's log and ask again."
            )
        raise ModelError(f"{self.name}: {reason}")

    async def _post(self, answer: Answer, first: int, size: int) -> int:
        request = answer.request
        for delay in (*DELAYS, None):
            refused = self._refused[bool(request.functions)]
            body = body_of(request, self._served, first, size, refused)
            async with self._client.stream("POST", f"{self._url}/chat/completions", json=body) as response:
                if response.is_success:
                    answer.seeded = "seed" in body
                    self._took_functions |= bool(request.functions)
                    async for event in read_events(response):
                        answer.add(event, first, size)
                    came = answer.end(first, size)
                    self._wave = self._wave if came == size else 1
                    return came
                await response.aread()
            if response.status_code in (400, 422):
                return await self._give_way(answer, first, size, body, response)
            if response.status_code not in RETRIED or delay is None:
                break
            await asyncio.sleep(_delay(response, delay))
        if response.status_code in (404, 500, 501):
            self._check_tools(request, response)
        raise ModelError(await self._explain(response))

    async def _give_way(
        self, answer: Answer, first: int, size: int, body: Mapping[str, Any], response: httpx.Response
    ) -> int:
        """Asks again without what the server refused, if that can be left out.

        Raises: ModelError, naming the field that cannot.
        """
        says, fault = complaint(response), field_at_fault(response, (*DISPENSABLE, *NEUTRAL, *NAMED), body)
        if fault == "n":
            self._wave = max(1, size // 2)
            return 0
        if fault in DISPENSABLE:
            self._refused[bool(answer.request.functions)].add(fault)
            return await self._post(answer, first, size)
        self._check_tools(answer.request, response)
        if fault is not None and fault in NEUTRAL:
            raise ModelError(
                f"the server refuses {fault} ({says}); set {fault}: {NEUTRAL[fault]} for this model."
            )
        raise ModelError(
            f"the server refuses {fault or 'the request'} ({says}); change that, or use another server."
        )

    def _check_tools(self, request: Request, response: httpx.Response) -> None:
        """Raises: ModelError, where the refusal is that the server, or the model in it, knows no tools."""
        called = any(message.calls for message in request.messages)
        if request.functions and not called and not self._took_functions and refuses_tools(response):
            self._no_functions = True
            raise ModelError(f"the server refuses tools ({complaint(response)}); use them in the mode json.")

    async def _explain(self, response: httpx.Response) -> str:
        """Why the server did not answer, and what to do about it."""
        status, says = response.status_code, complaint(response)
        if status in (401, 403):
            return f"the server refuses the key (status {status}); set OPENAI_API_KEY to one that it knows."
        if status == 404:
            names = [str(entry.get("id")) for entry in await self._list_models()]
            if names and self._served not in names:
                return f"the server has no model '{self._served}'{did_you_mean(self._served, names)}"
            return (
                f"nothing answers at {self._url}/chat/completions ({says}); does the URL have to end in /v1?"
            )
        if status == 429:
            return f"too many requests, even after waiting ({says}); ask later, or for fewer samples."
        return f"the server failed with status {status} ({says}); look at its log and ask again."


def _delay(response: httpx.Response, usual: float) -> float:
    """Seconds to wait: as many as the server says, up to a minute."""
    try:
        return min(60.0, max(0.0, float(response.headers["retry-after"])))
    except (KeyError, ValueError):
        return usual
