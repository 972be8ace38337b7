"""Fixtures for prerendering: a site whose pages show their API responses as JSON."""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI
from starlette.responses import HTMLResponse, PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from awards_site.app import make_response_cache
from awards_site.pages.public_pages import PUBLIC_PAGES
from awards_site.prerender import PAGES_MANIFEST, middleware
from awards_site.prerender.middleware import Prerendering, WriteBarrierMiddleware

SERVER = """
const READS = {
  "/": () => ["/api/cover-pages/active", "/api/nominees/published", "/api/sponsors/published"],
  "/nominees": () => ["/api/nominees/published"],
  "/events": () => ["/api/events", "/api/events/upcoming?limit=4"],
  "/about": () => ["/api/content-blocks?identifier=page.about"],
  "/nominees/[key]": (id) => [`/api/nominees/${id}`, `/api/nominees/${id}/prev-next`],
  "/events/[key]": (id) => [`/api/events/${id}`],
  "/blog/[key]": () => [],
};

export function render({ route, page, responses }) {
  if (JSON.stringify(responses).includes("breaks the page")) throw new Error("a broken component");
  const urls = READS[route]?.(/\\d+/.exec(page.path ?? "")?.[0]) ?? [];
  const known = urls.filter((url) => url in responses);
  return {
    head: "",
    body: `<main>${known.map((url) => JSON.stringify(responses[url].data)).join()}</main>`,
    queries: known.map((url) => [url, "identity", responses[url].data, responses[url].etag]),
    urls,
    renderedAt: 0,
  };
}
"""
"""A server bundle whose pages show the API's responses."""


def write_build(folder: Path, server: str = SERVER) -> Path:
    """Write a build_dir with all public pages and a server bundle, and return its folder."""
    pages = {
        page.route: {"modules": ["assets/page.js"], "head": "", "body": "<main>Loading</main>"}
        for page in PUBLIC_PAGES
    }
    assets = folder / "build" / "client" / "assets"
    assets.mkdir(parents=True)
    (assets / "styles.css").write_text("main{color:black}")
    dashboard = folder / "build" / "client" / "admin" / "index.html"
    dashboard.parent.mkdir()
    dashboard.write_text('<script src="/assets/portal.js"></script>')
    target = folder / PAGES_MANIFEST
    target.parent.mkdir(parents=True)
    target.with_name("server.js").write_text(server)
    target.write_text(json.dumps({"styles": "assets/styles.css", "pages": pages}))
    return folder


@pytest.fixture(scope="session")
def build_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_build(tmp_path_factory.mktemp("build_dir"))


@pytest.fixture
def prerendering(
    build_dir: Path, app: FastAPI, data_dir: Path, portal: BlockingPortal
) -> Iterator[Prerendering]:
    """The components of prerendering; nothing is rendered without the fixture `rendering`."""
    responses = make_response_cache(app)
    made = portal.call(lambda: Prerendering(build_dir, responses))
    yield made
    portal.call(made.worker.close)


def with_portal(api: ASGIApp) -> ASGIApp:
    """Return an app that passes on API calls and responds to others like the portal."""

    async def respond(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"].startswith("/api/"):
            await api(scope, receive, send)
        elif scope["path"] == "/admin":
            await PlainTextResponse("the portal")(scope, receive, send)
        else:
            await HTMLResponse("no such file", 404)(scope, receive, send)

    return respond


@pytest.fixture
def site(prerendering: Prerendering, app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> ASGIApp:
    """The API behind the write barrier, and the public pages."""
    # On a slow machine the default would let writes pass before their pages are rendered.
    monkeypatch.setattr(middleware, "MAX_WAIT_SECONDS", 30.0)
    api = WriteBarrierMiddleware(app, prerendering.are_shown)
    pages = prerendering.before(prerendering.responses.wrap(with_portal(api)))
    return pages.first(pages)


@pytest.fixture
def rendering(prerendering: Prerendering, portal: BlockingPortal) -> Iterator[None]:
    """Render pages while the test runs."""
    with portal.wrap_async_context_manager(prerendering.scheduler.running()):
        assert wait_until(lambda: prerendering.pages.get("/404") is not None)
        yield


def wait_until(condition: Callable[[], bool], seconds: float = 10) -> bool:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.005)
    return True


def path_of(nominee: dict[str, Any]) -> str:
    return f"/nominees/{nominee['id']}-{nominee['name'].lower().replace(' ', '-')}"
