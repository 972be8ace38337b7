"""One table of pages and actions in Firefox and WebKit: `make test-engines`.

Both take the actions of W3C WebDriver: Firefox by WebDriver BiDi, WebKit by WebDriver.
"""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
import websocket

from awards_site.pages.public_pages import PUBLIC_PAGES
from tests.browser.site import ADMIN, Site, serve
from tools.site_server import free_port

ENTER, ESCAPE = "\ue007", "\ue00c"
WAIT_SECONDS = 30

PHOTO, OPENER = "A speaker at a lectern", "View The house lights"
CONTACT = {"Name": "Ada", "Email": "ada@example.org", "Subject": "Hello", "Message": "A question"}
TABLE: dict[str, list[tuple[str, ...]]] = {
    **{
        page.route: [("open", page.route), ("see", "Women Entrepreneur Awards")]
        for page in PUBLIC_PAGES
        if not page.records and page.route != "/404"
    },
    "nominee": [("open", "/nominees"), ("click", "Amara Okafor"), ("see", "All honorees of")],
    "lightbox": [
        *(("open", "/gallery"), ("click", OPENER), ("see", "2 / 60")),
        *(("double click", PHOTO), ("wider", PHOTO), ("press", ESCAPE), ("gone", "2 / 60")),
        *(("click", OPENER), ("see", "2 / 60"), ("pinch", PHOTO), ("wider", PHOTO)),
        *(("see", "2 / 60"), ("click", "Close"), ("gone", "2 / 60")),
    ],
    "player": [
        *(("open", "/videos"), ("click", "Play The Homecoming"), ("see", "/uploads/")),
        *(("press", ESCAPE), ("gone", "/uploads/")),
    ],
    "calendar": [
        *(("open", "/events"), ("click", "Next month"), ("click", "Previous month")),
        *(("click", "List View"), ("see", "Upcoming Events")),
    ],
    "forms": [
        ("open", "/contact"),
        *(("type", label, text) for label, text in CONTACT.items()),
        *(("click", "Send Message"), ("see", "Message sent successfully!")),
    ],
    "phone menu": [
        *(("resize", "400"), ("open", "/"), ("click", "Open menu"), ("click", "Gallery")),
        *(("see", "Photo Gallery"), ("resize", "1280")),
    ],
    "sign-in and editing": [
        *(("open", "/auth"), ("type", "Username", ADMIN.username)),
        *(("type", "Password", ADMIN.password), ("press", ENTER), ("see", "Welcome back")),
        *(("open", "/admin/nominees"), ("click", "Edit Amara Okafor")),
        *(("type", "Company", "Okafor Solar"), ("click", "Save Changes")),
        ("see", "Nominee updated"),
    ],
}

LOOK = r"""(wanted => {
    const plain = (text) => (text ?? "").replace(/\s+/g, " ").trim().toLowerCase();
    const nameOf = (each) =>
        plain(each.ariaLabel ?? each.labels?.[0]?.innerText ?? (each.alt || each.innerText));
    const text = plain(document.body.innerText);
    const dialog = [...document.querySelectorAll("[role=dialog]")].at(-1) ?? document;
    const named = [...dialog.querySelectorAll("a, button, input, textarea, img, [role=tab]")]
        .filter((each) => each.checkVisibility() && !each.closest("[inert]"))
        .filter((each) => nameOf(each).startsWith(plain(wanted)))[0];
    named?.scrollIntoView({ block: "center", behavior: "instant" });
    const box = named?.getBoundingClientRect();
    return JSON.stringify({
        seen: text.includes(plain(wanted)),
        failed: /something went wrong|application error/.test(text),
        box: box
            ? [box.x + box.width / 2, box.y + box.height / 2, box.width].map(Math.round)
            : null,
    });
})"""
"""Looks for a text, and for a control or image whose name begins with it."""


def _pointer(kind: str, side: int, x: int, y: int, clicks: int) -> dict[str, Any]:
    """Return the actions of a mouse that clicks, or of a finger at one side that moves away."""
    down, up = {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}
    start, end = (
        {"type": "pointerMove", "x": x + side * far, "y": y, "duration": 200} for far in (40, 160)
    )
    actions = [start, down, end, up] if side else [start, *(down, up) * clicks]
    parameters = {"pointerType": kind}
    return {"type": "pointer", "id": f"{kind}{side}", "parameters": parameters, "actions": actions}


class Engine:
    """A browser. Subclasses open a URL, evaluate a script, act, and resize the window."""

    has_touch = True
    evaluate: Callable[[str], str | None]
    act: Callable[[list[dict[str, Any]]], object]
    _box: Any = None

    def do(self, verb: str, wanted: str, text: str = "") -> None:
        """Make a step of TABLE, except for opening and resizing."""
        if verb == "press":
            self._press(wanted)
        elif verb in ("see", "gone"):
            self._wait(wanted, lambda look: look["seen"] == (verb == "see"))
        elif verb == "wider":
            self._wait(wanted, lambda look: look["box"] and look["box"][2] > 1.5 * self._box[2])
        else:
            self._box = None
            self._wait(wanted, self._stands_still)
            x, y, _ = self._box
            pinches = verb == "pinch" and self.has_touch
            fingers = (("touch", -1), ("touch", 1)) if pinches else (("mouse", 0),)
            clicks = 2 if verb in ("pinch", "double click") else 1
            self.act([_pointer(*finger, x, y, clicks) for finger in fingers])
        if verb == "type":
            self._press(text)

    def _stands_still(self, look: dict[str, Any]) -> bool:
        before, self._box = self._box, look["box"]
        return before is not None and before == self._box

    def _press(self, keys: str) -> None:
        pressed = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.act([{"type": "key", "id": "keys", "actions": pressed}])

    def _wait(self, wanted: str, holds: Callable[[dict[str, Any]], object]) -> None:
        end = time.monotonic() + WAIT_SECONDS
        while True:
            look = json.loads(self.evaluate(f"{LOOK}({json.dumps(wanted)})") or "{}")
            if look and holds(look):
                return
            assert not look.get("failed"), f"{wanted}: the page shows an error"
            assert time.monotonic() < end, f"{wanted}: {look}"
            time.sleep(0.1)


class Firefox(Engine):
    """Firefox, by WebDriver BiDi."""

    def __init__(self, folder: Path, port: int) -> None:
        self.errors: list[str] = []
        options = ["--headless", "--no-remote", "--profile", str(folder)]
        command = ["firefox-esr", *options, f"--remote-debugging-port={port}"]
        self.process = subprocess.Popen(command, start_new_session=True)
        url, self._numbers = f"ws://127.0.0.1:{port}/session", count(1)
        self._socket = _retried(
            lambda: websocket.create_connection(url, WAIT_SECONDS, suppress_origin=True)
        )
        self._call("session.new", capabilities={})
        self._call("session.subscribe", events=["log.entryAdded"])
        self._page = {"context": self._call("browsingContext.getTree")["contexts"][0]["context"]}

    def _call(self, method: str, **params: Any) -> Any:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            message = json.loads(self._socket.recv())
            if message.get("id") == number:
                return message.get("result", {})
            entry = message.get("params", {})
            if (entry.get("type"), entry.get("level")) == ("javascript", "error"):
                self.errors.append(entry["text"])

    def open(self, url: str) -> None:
        self._call("browsingContext.navigate", **self._page, url=url, wait="complete")

    def evaluate(self, script: str) -> str | None:
        result = self._call(
            "script.evaluate", expression=script, target=self._page, awaitPromise=False
        )
        return result.get("result", {}).get("value")

    def act(self, actions: list[dict[str, Any]]) -> None:
        self._call("input.performActions", **self._page, actions=actions)

    def resize(self, width: int) -> None:
        self._call(
            "browsingContext.setViewport", **self._page, viewport={"width": width, "height": 800}
        )


class WebKit(Engine):
    """WebKitGTK's browser, by WebDriver, which gives it a mouse only."""

    has_touch = False

    def __init__(self, _folder: Path, port: int) -> None:
        self.errors: list[str] = []
        command = ["xvfb-run", "--auto-servernum", "WebKitWebDriver", f"--port={port}"]
        self.process = subprocess.Popen(command, start_new_session=True)
        self._client = httpx.Client(
            base_url=f"http://127.0.0.1:{port}/session", timeout=WAIT_SECONDS
        )
        session = _retried(lambda: self._client.post("", json={"capabilities": {}})).json()["value"]
        self._client.base_url = self._client.base_url.join(f"/session/{session['sessionId']}/")

    def _call(self, command: str, **body: Any) -> Any:
        return self._client.post(command, json=body).json()["value"]

    def open(self, url: str) -> None:
        self._call("url", url=url)

    def evaluate(self, script: str) -> str | None:
        result = self._call("execute/sync", script=f"return {script}", args=[])
        return result if isinstance(result, str) else None

    def act(self, actions: list[dict[str, Any]]) -> None:
        self._call("actions", actions=actions)

    def resize(self, width: int) -> None:
        self._call("window/rect", width=width, height=800)


def _retried(connect: Callable[[], Any]) -> Any:
    for _ in range(WAIT_SECONDS * 5):
        with suppress(OSError, httpx.ConnectError):
            return connect()
        time.sleep(0.2)
    return connect()


@pytest.fixture(scope="module")
def demo(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serve(tmp_path_factory.mktemp("demo"), AWARDS_DEMO="1") as site:
        yield site


@pytest.fixture(scope="module", params=[Firefox, WebKit])
def engine(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Firefox | WebKit]:
    engine = request.param(tmp_path_factory.mktemp("profile"), free_port())
    yield engine
    # With the servers and the driver that it has started.
    os.killpg(engine.process.pid, signal.SIGTERM)
    engine.process.wait()


@pytest.mark.parametrize("name", TABLE)
def test_it_works_in_the_engine(engine: Firefox | WebKit, demo: Site, name: str) -> None:
    for step in TABLE[name]:
        if step[0] == "open":
            engine.open(demo.url + step[1])
        elif step[0] == "resize":
            engine.resize(int(step[1]))
        else:
            engine.do(*step)
    assert engine.errors == []
