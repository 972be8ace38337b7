"""One table of pages and actions in Firefox and WebKit: `make test-engines`.

Both take the actions of W3C WebDriver: Firefox by WebDriver BiDi, WebKit by WebDriver.
"""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import httpx
import pytest
import websocket

from awards_site.pages.public_pages import PUBLIC_PAGES
from tests.browser.jury import begin_scoring, invite, mailed_code
from tests.browser.site import ADMIN, Site, serve
from tools.site_server import free_port

ENTER, ESCAPE = "\ue007", "\ue00c"
SECONDS = 30
PHOTO, OPENER = "A speaker at a lectern", "View The house lights"
TABLE = {
    **{
        page.route: f"open {page.route}; see Women Entrepreneur Awards"
        for page in PUBLIC_PAGES
        if not page.records and page.route != "/404"
    },
    "nominee": "open /nominees; click Amara Okafor; see All honorees of",
    "lightbox": f"open /gallery; click {OPENER}; see 2 / 60; double-click {PHOTO}; wider {PHOTO};"
    f" press {ESCAPE}; gone 2 / 60; click {OPENER}; see 2 / 60; pinch {PHOTO}; wider {PHOTO};"
    " see 2 / 60; click Close; gone 2 / 60",
    "player": "open /videos; click Play The Homecoming; see /uploads/;"
    f" press {ESCAPE}; gone /uploads/",
    "calendar": "open /events; click Next month; click Previous month; click List View;"
    " see Upcoming Events",
    "forms": "open /contact; type Name=Ada; type Email=ada@example.org; type Subject=Hello;"
    " type Message=A question; click Send Message; see Message sent successfully!",
    "phone menu": "resize 400; open /; click Open menu; find Close menu; click Gallery;"
    " see Photo Gallery; resize 1280",
    "sign-in and editing": f"open /auth; type Username={ADMIN.username};"
    f" type Password={ADMIN.password}; press {ENTER}; see Welcome back; click Nominees;"
    " click Edit Amara Okafor; type Company=Okafor Solar; click Save Changes; see Nominee updated",
}
LOOK = r"""(wanted => {
    const plain = (text) => (text ?? "").replace(/\s+/g, " ").trim().toLowerCase();
    // Not `labels`: WebKitGTK 2.50 may abort when it frees such a list.
    const labelOf = (id) => id && document.querySelector(`label[for="${CSS.escape(id)}"]`);
    const nameOf = ({ ariaLabel, id, alt, innerText }) =>
        plain(ariaLabel ?? (labelOf(id)?.innerText || alt || innerText));
    const text = plain(document.body.innerText);
    const dialog = [...document.querySelectorAll("[role=dialog]")].at(-1) ?? document;
    const named = [...dialog.querySelectorAll("a, button, input, textarea, img, [role=tab]")]
        .filter((each) => each.checkVisibility() && !each.closest("[inert]"))
        .find((each) => nameOf(each).startsWith(plain(wanted)));
    named?.scrollIntoView({ block: "center", behavior: "instant" });
    const { x, y, width, height } = named?.getBoundingClientRect() ?? {};
    const box = named ? [x + width / 2, y + height / 2, width].map(Math.round) : null;
    const failed = /something went wrong|application error/.test(text);
    return JSON.stringify({ seen: text.includes(plain(wanted)), failed, box });
})"""
"""Looks for a text, and for a control or image whose name begins with it."""


class Engine:
    """A browser: the names of its commands, which ignore parameters of other browsers."""

    open, evaluate, act, resize = "url", "execute/sync", "actions", "window/rect"
    fingers: tuple[tuple[str, int], ...] = (("mouse", 0),)
    call: Callable[..., Any]
    connection: Any
    box: Any = None

    def do(self, site_url: str, verb: str, wanted: str, text: str) -> None:
        """Make a step of TABLE."""
        if verb == "open":
            self.call(self.open, url=site_url + wanted, wait="complete")
        elif verb == "resize":
            size = {"width": int(wanted), "height": 800}
            self.call(self.resize, **size, viewport=size)
        elif verb in ("see", "gone"):
            self.wait(wanted, lambda look: look["seen"] == (verb == "see"))
        elif verb == "find":
            self.wait(wanted, lambda look: look["box"])
        elif verb == "wider":
            self.wait(wanted, lambda look: look["box"] and look["box"][2] > 1.5 * self.box[2])
        elif verb != "press":
            self.box = None
            self.wait(wanted, self.stands_still)
            fingers = self.fingers if verb == "pinch" else Engine.fingers
            times = 2 if verb in ("pinch", "double-click") else 1
            self.call(self.act, actions=[self.touch(*each, times) for each in fingers])
        pressed = {"press": wanted, "type": text}.get(verb, "")
        keys = [{"type": kind, "value": key} for key in pressed for kind in ("keyDown", "keyUp")]
        if keys:
            self.call(self.act, actions=[{"type": "key", "id": "keys", "actions": keys}])

    def touch(self, kind: str, side: int, times: int) -> dict[str, Any]:
        """Return the actions of a mouse that clicks, or of a finger at one side that moves away."""
        x, y, _ = self.box
        down, up = {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}
        move = {"type": "pointerMove", "y": y, "duration": 200}
        start, end = ({**move, "x": x + side * far} for far in (40, 160))
        actions = [start, down, end, up] if side else [start, *(down, up) * times]
        parameters = {"parameters": {"pointerType": kind}, "actions": actions}
        return {"type": "pointer", "id": f"{kind}{side}", **parameters}

    def stands_still(self, look: dict[str, Any]) -> bool:
        before, self.box = self.box, look["box"]
        return before is not None and before == self.box

    def wait(self, wanted: str, holds: Callable[[dict[str, Any]], object]) -> None:
        script, look, found = f"{LOOK}({json.dumps(wanted)})", dict[str, Any](), None
        end = time.monotonic() + SECONDS
        while not (look and holds(look)):
            assert not look.get("failed"), f"{wanted}: the page shows an error"
            # What is found may be an error, while another page loads.
            assert time.monotonic() < end, f"{wanted}: {look or found}"
            time.sleep(0.1)
            options = {"expression": script, "awaitPromise": False}
            found = self.call(self.evaluate, script=f"return {script}", args=[], **options)
            look = json.loads(found if isinstance(found, str) else "{}")


class Firefox(Engine):
    command = "firefox-esr --headless --no-remote --profile {folder} --remote-debugging-port={port}"
    open, evaluate = "browsingContext.navigate", "script.evaluate"
    act, resize = "input.performActions", "browsingContext.setViewport"
    fingers = (("touch", -1), ("touch", 1))

    def __init__(self, host: str) -> None:
        self.errors, self.page = list[str](), dict[str, Any]()
        self.connection = websocket.create_connection(
            f"ws://{host}/session", SECONDS, suppress_origin=True
        )
        self.call("session.new", capabilities={})
        self.call("session.subscribe", events=["log.entryAdded"])
        page = {"context": self.call("browsingContext.getTree")["contexts"][0]["context"]}
        self.page = {**page, "target": page}

    def call(self, method: str, **params: Any) -> Any:
        self.connection.send(json.dumps({"id": 1, "method": method, "params": params | self.page}))
        while "id" not in (message := json.loads(self.connection.recv())):
            entry = message.get("params", {})
            is_error = (entry.get("type"), entry.get("level")) == ("javascript", "error")
            # A navigation ends the download of fonts, which is no error of a script.
            if is_error and not entry["text"].startswith("downloadable font"):
                self.errors.append(entry["text"])
        result = message.get("result", {})
        return result.get("result", {}).get("value") if "realm" in result else result


class WebKit(Engine):
    """WebKitGTK's browser, whose driver has a mouse only, and tells no errors of scripts."""

    command = "xvfb-run --auto-servernum WebKitWebDriver --port={port}"
    errors: tuple[str, ...] = ()

    def __init__(self, host: str) -> None:
        self.connection = httpx.Client(base_url=f"http://{host}/session", timeout=SECONDS)
        session = self.call("", capabilities={})["sessionId"]
        self.connection.base_url = self.connection.base_url.join(f"/session/{session}/")

    def call(self, command: str, **body: Any) -> Any:
        return self.connection.post(command, json=body).json()["value"]


@pytest.fixture(scope="module")
def demo(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serve(tmp_path_factory.mktemp("demo"), AWARDS_DEMO="1") as site:
        begin_scoring(site)
        yield site


@pytest.fixture(scope="module", params=[Firefox, WebKit])
def engine(request: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox | WebKit]:
    port, folder = free_port(), tmp_path_factory.mktemp("profile")
    command = request.param.command.format(port=port, folder=folder).split()
    with subprocess.Popen(command, start_new_session=True) as process:
        try:
            with httpx.Client(transport=httpx.HTTPTransport(retries=8)) as client:
                client.get(f"http://127.0.0.1:{port}")
            engine = request.param(f"127.0.0.1:{port}")
            with closing(engine.connection):
                yield engine
        finally:
            # With the servers and the driver that it has started.
            os.killpg(process.pid, signal.SIGTERM)


@pytest.mark.parametrize("name", TABLE)
def test_it_works_in_the_engine(engine: Firefox | WebKit, demo: Site, name: str) -> None:
    make_steps(engine, demo, TABLE[name])


def test_a_juror_scores_in_the_engine(engine: Firefox | WebKit, demo: Site) -> None:
    year = demo.api.get("/api/admin/jury").json()["year"]
    nominee = next(each for each in demo.api.get("/api/nominees").json() if each["year"] == year)
    link = invite(demo, year, nominee["category"])
    make_steps(engine, demo, f"open {link}; click Send the code; see We have sent a code")
    steps = f"type Code={mailed_code(demo)}; click Continue; click {nominee['name']}"
    make_steps(engine, demo, f"{steps}; type Comment for the jury=Brave; see Saved.")


def make_steps(engine: Firefox | WebKit, site: Site, steps: str) -> None:
    for step in steps.split("; "):
        verb, _, rest = step.partition(" ")
        wanted, _, text = rest.partition("=")
        engine.do(site.url, verb, wanted, text)
    assert [*engine.errors] == []
