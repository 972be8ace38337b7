"""A document of the portal does not wait long for its State, nor fail with it."""

import asyncio
from pathlib import Path

import httpx
import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Scope

from awards_site.core.http import preloaded_state
from awards_site.core.http.preloaded_state import Preload, PreloadedStateMiddleware

SCREEN = "/admin/nominees"


async def _never(_scope: Scope) -> str:
    await asyncio.Event().wait()
    return "[]"


async def _fail(_scope: Scope) -> str:
    raise OSError("The database is gone")


async def _nothing(_scope: Scope) -> str:
    return ""


@pytest.mark.anyio
@pytest.mark.parametrize("preload", [_never, _fail, _nothing])
async def test_the_built_document_is_sent_if_no_state_is_loaded_in_time(
    preload: Preload, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preloaded_state, "MAX_SECONDS", 0.01)
    document = tmp_path / SCREEN.strip("/") / "index.html"
    document.parent.mkdir(parents=True)
    document.write_text("<body></body>")
    site = PreloadedStateMiddleware(PlainTextResponse("as built"), tmp_path, preload)
    transport = httpx.ASGITransport(site)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        assert (await client.get(SCREEN)).text == "as built"
