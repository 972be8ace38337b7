"""Fixtures of the previews' tests: pages that show what they read."""

from pathlib import Path

import pytest
from fastapi import FastAPI
from starlette.types import ASGIApp

from awards_site.prerender import middleware
from awards_site.prerender.middleware import Prerendering, WriteBarrierMiddleware
from tests.api.prerender.conftest import SERVER, write_build

READS = """
  "/gallery": () => ["/api/photos"],
  "/videos": () => ["/api/videos"],
  "/partners": () => ["/api/sponsors/published"],
  "/blog/[key]": (_, path) => [`/api/blog/slug/${path.slice(6)}`],
"""
"""What the pages read that no other test shows."""


@pytest.fixture(scope="session")
def build_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build whose pages show what they read, those of all entities included."""
    server = SERVER.replace('  "/blog/[key]": () => [],\n', READS)
    server = server.replace("?.[0]) ?? []", "?.[0], page.path) ?? []")
    return write_build(tmp_path_factory.mktemp("previews"), server)


@pytest.fixture
def site(prerendering: Prerendering, app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> ASGIApp:
    """The public pages before the API, which renders previews."""
    monkeypatch.setattr(app, "state", type(app.state)())
    monkeypatch.setattr(middleware, "MAX_WAIT_SECONDS", 30.0)
    prerendering.add_previews(app)
    api = WriteBarrierMiddleware(app, prerendering.scheduler)
    return prerendering.before(prerendering.responses.wrap(api))
