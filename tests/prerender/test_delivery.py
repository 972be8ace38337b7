"""Tests of how rendered pages are sent."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import Receive, Scope, Send

from awards_site.prerender import delivery
from awards_site.prerender.delivery import RenderedPages
from awards_site.prerender.kept import NOT_FOUND, KeptPages
from awards_site.prerender.renderer import RenderFailed
from tests.prerender.coded import coded

SHELL = "<p>the built page</p>"


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer as the site does without rendering."""
    answer: Response = HTMLResponse(SHELL)
    if scope["path"].startswith("/api/"):
        answer = JSONResponse({"message": "nothing"}, 404)
    elif scope["path"].startswith("/unknown"):
        answer = HTMLResponse(SHELL, 404)
    await answer(scope, receive, send)


class Stage:
    """Rendered pages with a version and a way of refreshing that tests choose."""

    def __init__(self, folder: Path) -> None:
        self.version = 1
        self.kept = KeptPages(folder, https=False)
        self.refreshed: list[str] = []
        self.outcome: Callable[[str], None] = lambda path: self.put(path, "refreshed")
        self.pages = {"/", "/about", NOT_FOUND}
        self.app = RenderedPages(application, self.kept, self.is_page, self.refresh)

    def is_page(self, path: str) -> bool:
        return path in self.pages or path.startswith("/nominees/")

    def put(self, path: str, text: str) -> None:
        self.kept.put(path, self.version, text, coded(text))

    async def refresh(self, path: str) -> None:
        self.refreshed.append(path)
        self.outcome(path)

    def ask(self, path: str, method: str = "GET", **headers: str) -> httpx.Response:
        async def send() -> httpx.Response:
            transport = httpx.ASGITransport(self.app)
            async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
                client.headers["Accept-Encoding"] = "identity"
                named = {name.replace("_", "-"): value for name, value in headers.items()}
                # As it was sent: httpx would decode it.
                async with client.stream(method, path, headers=named) as answer:
                    answer.extensions["raw"] = b"".join([part async for part in answer.aiter_raw()])
                    return answer

        return asyncio.run(send())


@pytest.fixture
def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Stage:
    """Rendered pages with a page at / that is true."""
    made = Stage(tmp_path)
    made.put("/", "home")
    monkeypatch.setattr(delivery, "version", lambda: made.version)
    return made


def sent(answer: httpx.Response) -> bytes:
    raw: bytes = answer.extensions["raw"]
    return raw


def test_a_true_page_is_sent_as_it_is_prepared(stage: Stage) -> None:
    answer = stage.ask("/", Accept_Encoding="br, gzip")
    assert (answer.status_code, sent(answer)) == (200, b"br home")
    assert answer.headers["content-encoding"] == "br"
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["vary"] == "Accept-Encoding"
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert sent(stage.ask("/")) == b"home"
    assert stage.refreshed == []


def test_who_has_the_page_is_told_so(stage: Stage) -> None:
    tag = stage.ask("/", Accept_Encoding="gzip").headers["etag"]
    answer = stage.ask("/", Accept_Encoding="gzip", If_None_Match=f'"other", {tag}')
    assert (answer.status_code, sent(answer)) == (304, b"")
    assert answer.headers["etag"] == tag
    assert stage.ask("/", Accept_Encoding="br", If_None_Match=tag).status_code == 200


def test_head_is_get_without_a_body(stage: Stage) -> None:
    answer = stage.ask("/", "HEAD", Accept_Encoding="gzip")
    assert (answer.status_code, sent(answer)) == (200, b"")
    assert answer.headers["content-length"] == str(len(b"gzip home"))


def test_a_slash_at_the_end_is_the_same_page(stage: Stage) -> None:
    stage.put("/about", "about")
    assert sent(stage.ask("/about")) == sent(stage.ask("/about/")) == b"about"


def test_a_page_older_than_the_content_is_refreshed_first(stage: Stage) -> None:
    stage.version = 2
    assert sent(stage.ask("/")) == b"refreshed"
    assert sent(stage.ask("/")) == b"refreshed"
    assert stage.refreshed == ["/"]


def test_a_failed_refresh_leaves_the_last_good_page(stage: Stage) -> None:
    def fail(path: str) -> None:
        raise RenderFailed(path)

    stage.version, stage.outcome = 2, fail
    assert sent(stage.ask("/")) == b"home"


def test_a_late_refresh_leaves_the_last_good_page(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(_path: str) -> None:
        await asyncio.sleep(60)

    monkeypatch.setattr(delivery, "WAIT", 0.05)
    monkeypatch.setattr(stage.app, "_refresh", never)
    stage.version = 2
    assert sent(stage.ask("/")) == b"home"


def test_a_refresh_that_changes_nothing_keeps_no_one_waiting(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "WAIT", 0.05)
    stage.outcome = lambda path: None
    stage.version = 2
    assert sent(stage.ask("/")) == b"home"


def test_without_any_page_the_application_answers(stage: Stage) -> None:
    def fail(path: str) -> None:
        raise RenderFailed(path)

    stage.outcome = fail
    assert sent(stage.ask("/about")) == SHELL.encode()
    assert sent(stage.ask("/elsewhere")) == SHELL.encode()
    assert sent(stage.ask("/", "POST")) == SHELL.encode()


def test_an_unknown_address_gets_the_rendered_page_for_it(stage: Stage) -> None:
    stage.put(NOT_FOUND, "nothing here")
    answer = stage.ask("/unknown/page")
    assert (answer.status_code, sent(answer)) == (404, b"nothing here")
    assert sent(stage.ask("/api/unknown")) == b'{"message":"nothing"}'


def test_a_record_that_is_not_published_is_not_found(stage: Stage) -> None:
    stage.outcome = lambda path: (
        stage.put(path, "not found") if path == NOT_FOUND else stage.kept.miss(path, stage.version)
    )
    answer = stage.ask("/nominees/7-ada")
    assert (answer.status_code, sent(answer)) == (404, b"not found")
    assert stage.ask("/nominees/7-ada").status_code == 404
    assert stage.refreshed == ["/nominees/7-ada", NOT_FOUND]
    stage.version, stage.outcome = 2, lambda path: stage.put(path, "Ada")
    assert sent(stage.ask("/nominees/7-ada")) == b"Ada"


def test_an_inexact_address_leads_to_the_right_one(stage: Stage) -> None:
    stage.outcome = lambda path: stage.kept.miss(path, stage.version, "/nominees/7-ada")
    answer = stage.ask("/nominees/7-old-name?from=mail")
    assert answer.status_code == 308
    assert answer.headers["location"] == "/nominees/7-ada?from=mail"
