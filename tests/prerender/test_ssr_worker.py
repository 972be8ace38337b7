"""The Node.js process that renders pages, with a minimal server bundle."""

import asyncio
import importlib.util
import json
from collections.abc import AsyncIterator
from pathlib import Path

import psutil
import pytest

from awards_site.prerender import ssr_worker as module
from awards_site.prerender.ssr_worker import (
    ApiResponse,
    NodeMissing,
    RenderFailed,
    Rendering,
    SsrWorker,
)

BUNDLE = """
export function render({ route, page, responses }) {
  if (route === "/crash") process.exit(1);
  if (route === "/hang") for (;;);
  if (route === "/environment") {
    return { head: "", body: JSON.stringify(process.env), queries: [], urls: [], renderedAt: 0 };
  }
  if (route === "/throw") throw new Error("a component is broken");
  console.log("a log message, not a response");
  const [[url, { data, etag }]] = Object.entries(responses);
  const body = route === "/list" ? JSON.stringify(data) : `${page.path} ${data.name}`;
  return { head: etag, body, queries: [data], urls: [url], renderedAt: 0 };
}
"""


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """A server bundle that renders the page's path and the name in the API's response."""
    path = tmp_path / "server.mjs"
    path.write_text(BUNDLE)
    return path


@pytest.fixture
async def worker(bundle: Path) -> AsyncIterator[SsrWorker]:
    """A worker that renders with the bundle."""
    worker = SsrWorker(bundle)
    yield worker
    await worker.close()


async def body(worker: SsrWorker, route: str, name: str) -> str:
    response = ApiResponse(b'{"name":"%s"}' % name.encode(), '"1"')
    return (await worker.render(route, {"path": route}, {"/api/n": response})).body.decode()


@pytest.mark.anyio
async def test_each_page_is_rendered_with_its_own_responses(worker: SsrWorker) -> None:
    names = [f"Ada {number}" for number in range(20)]
    bodies = await asyncio.gather(*(body(worker, f"/n/{name}", name) for name in names))
    assert bodies == [f"/n/{name} {name}" for name in names]


@pytest.mark.anyio
async def test_rendering_returns_data_and_urls_of_a_page(worker: SsrWorker) -> None:
    response = ApiResponse('{"name":"Zoë\u2028\u2029</script>"}'.encode(), 'W/"7"')
    rendering = await worker.render("/n", {"path": "/n"}, {"/api/n?x=1": response})
    assert rendering.head == b'W/"7"'
    assert rendering.queries.decode() == r'[{"name":"Zoë\u2028\u2029\u003c/script>"}]'
    assert rendering.urls == ("/api/n?x=1",)


async def joined(worker: SsrWorker, *lists: bytes) -> str:
    """Return what is rendered of a list that is joined from others."""
    parts = [ApiResponse(each, each.hex()) for each in lists]
    responses = {"/api/list": ApiResponse(b"", "etag of all", parts)}
    return (await worker.render("/list", {"path": "/"}, responses)).body.decode()


@pytest.mark.anyio
async def test_joined_lists_are_sent_in_parts_that_have_changed(
    worker: SsrWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[bytes] = []
    send = worker._send

    async def note(process: asyncio.subprocess.Process, request: bytes) -> Rendering:
        sent.append(request)
        return await send(process, request)

    monkeypatch.setattr(worker, "_send", note)
    assert await joined(worker, b"[1,2]", b"[3]") == "[1,2,3]"
    assert await joined(worker, b"[1,2]", b"[4]") == "[1,2,4]"
    assert await joined(worker, b"[4]", b"[1,2]") == "[4,1,2]"
    assert [b"[1,2]" in each for each in sent] == [True, False, False]
    assert await joined(worker, b"[4]", b"[3]") == "[4,3]"
    with pytest.raises(RenderFailed, match="broken"):
        await body(worker, "/throw", "Ada")
    assert await joined(worker, b"[4]", b"[3]") == "[4,3]"
    await worker.close()
    assert await joined(worker, b"[4]", b"[3]") == "[4,3]"


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("route", "problem"),
    [("/throw", "a component is broken"), ("/crash", "no response"), ("/hang", "no response")],
)
async def test_a_failed_page_is_reported_and_others_are_rendered(
    route: str, problem: str, worker: SsrWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await body(worker, "/n", "Ada") == "/n Ada"
    monkeypatch.setattr(module, "TIMEOUT_SECONDS", 1.0)
    with pytest.raises(RenderFailed, match=problem):
        await body(worker, route, "Ada")
    monkeypatch.undo()
    assert await body(worker, "/n", "Grace") == "/n Grace"


@pytest.mark.anyio
async def test_an_idle_process_ends_and_the_next_page_starts_another(
    worker: SsrWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "IDLE_SECONDS", 1.0)
    started = set(psutil.Process().children())
    assert await body(worker, "/n", "Ada") == "/n Ada"
    [process] = set(psutil.Process().children()) - started
    await asyncio.sleep(0.6)
    assert await body(worker, "/n", "Ada") == "/n Ada"
    await asyncio.sleep(0.6)
    assert process.is_running()
    await asyncio.sleep(2.0)
    assert not process.is_running()
    assert await body(worker, "/n", "Grace") == "/n Grace"


def test_a_build_without_a_bundle_raises_an_error(tmp_path: Path) -> None:
    with pytest.raises(NodeMissing, match="build the pages again"):
        SsrWorker(tmp_path / "server.js").check()


def test_a_machine_without_node_raises_an_error(
    bundle: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(NodeMissing, match=r"requirements\.txt"):
        SsrWorker(bundle).check()


@pytest.mark.anyio
async def test_node_gets_no_secrets(worker: SsrWorker, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWARDS_ADMIN_PASSWORD", "DATABASE_URL", "CLOUD_SECRET_KEY"):
        monkeypatch.setenv(name, "planted")
    rendering = await worker.render("/environment", {"path": "/"}, {})
    assert b"planted" not in rendering.body
    assert json.loads(rendering.body)["NODE_ENV"] == "production"
