"""A running portal, and pages that connect to it as browsers' do."""

import json
import socket
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

import httpx
import socketio
import websocket
from reflex_base.utils.format import format_event_handler
from sqlalchemy import create_engine, text

from awards_site.accounts.user_sessions import COOKIE
from awards_site.core.http.static_pages import write_script_sources
from awards_site.portal.sign_in.state import Account
from tests import forked, postgresql
from tests.factories import Body, user_body
from tests.websockets import server
from tools.site_server import ADMIN_PASSWORD, ADMIN_USERNAME, NO_TLS, environment_of_site, free_port

NAMESPACE = "/_event"
HYDRATE = "reflex___state____state.hydrate_and_load"
ACCOUNT = Account.get_full_name()
ROOT = Account.get_root_state().get_full_name()
KEEP_ALIVE = format_event_handler(Account.keep_alive)
WAIT_SECONDS = 20


def wait_until(condition: Callable[[], object], what: str) -> None:
    deadline = time.monotonic() + WAIT_SECONDS
    while not condition():
        assert time.monotonic() < deadline, f"waited in vain for {what}"
        time.sleep(0.02)


def expect_closed(opened: websocket.WebSocket) -> None:
    with suppress(websocket.WebSocketConnectionClosedException):
        while opened.recv():
            pass


class PortalPage:
    """A page of the portal that a browser has open; it does not connect again by itself."""

    def __init__(self, url: str, signed_in: httpx.Client, path: str, token: str = "") -> None:
        self.token = token or str(uuid.uuid4())
        self.updates: list[Any] = []
        self.new_token = ""
        self._url = url
        self._connection: socket.socket | None = None
        self._cookie = f"{COOKIE}={signed_in.cookies.get(COOKIE, '')}"
        self._route = {"pathname": path, "asPath": path}
        self.client = socketio.Client(reconnection=False, request_timeout=WAIT_SECONDS)
        self.client.on("event", self.updates.append, namespace=NAMESPACE)
        self.client.on("new_token", self._take_token, namespace=NAMESPACE)

    def _take_token(self, token: str) -> None:
        self.new_token = token

    def connect(self, url_query: str = "", **auth: Any) -> "PortalPage":
        """Connect and hydrate the page. Raises socketio's ConnectionError."""
        event = {"name": HYDRATE, "payload": {}, "router_data": self._route}
        try:
            self.client.connect(
                f"{self._url}{NAMESPACE}/{url_query}",
                socketio_path=f"{NAMESPACE}/",
                headers={"Cookie": self._cookie},
                transports=["websocket"],
                namespaces=[NAMESPACE],
                auth={"event": event, "token": self.token, **auth},
                wait_timeout=WAIT_SECONDS,
            )
        finally:
            if self.client.eio.ws:
                self._connection = self.client.eio.ws.sock
        return self

    @property
    def is_connected(self) -> bool:
        return bool(self.client.connected)

    @property
    def received(self) -> str:
        return json.dumps(self.updates)

    def expect(self, text: str) -> None:
        wait_until(lambda: text in self.received, f"{text!r} in {self.received[:2000]}")

    def expect_disconnected(self) -> None:
        wait_until(lambda: not self.is_connected, "the end of the websocket")

    def expect_loaded(self) -> None:
        """Wait for all updates of loading, which a page that connects next would get otherwise."""
        self.expect('"phase_rx_state_": "signed-in"')
        self.expect('"is_hydrated_rx_state_": true')

    @property
    def found_its_state(self) -> bool:
        """Whether the whole State that the page received when it connected knows its user already.

        The client handles each message in a thread, so the updates may be in any order.
        """

        def states() -> list[Any]:
            deltas = [each["delta"] for each in self.updates]
            return [each for each in deltas if {ROOT, ACCOUNT} <= each.keys()]

        wait_until(states, "the State")
        return bool(states()[0][ACCOUNT]["phase_rx_state_"] == "signed-in")

    def send(self, event: object, message: str = "event") -> None:
        self.client.emit(message, event, namespace=NAMESPACE)

    def expect_served(self) -> None:
        """Assert that the websocket is open and its events are handled."""
        self.updates.clear()
        self.send({"name": HYDRATE, "payload": {}, "router_data": self._route})
        wait_until(lambda: self.updates, "an update")

    def close(self) -> None:
        self.client.disconnect()
        if self._connection:
            # The client leaves it open if the server has closed it.
            self._connection.close()


@dataclass
class Portal:
    """A running portal, its database and its log."""

    url: str
    database_url: str
    log_file: Path
    process: ForkServerProcess
    opened: ExitStack = field(default_factory=ExitStack)

    def client(self, **credentials: str) -> httpx.Client:
        new = httpx.Client(base_url=self.url, timeout=30, verify=NO_TLS)
        client = self.opened.enter_context(new)
        if credentials:
            assert client.post("/api/auth/login", json=credentials).status_code == 200
        return client

    def admin(self) -> httpx.Client:
        return self.client(username=ADMIN_USERNAME, password=ADMIN_PASSWORD)

    def new_user(self, role: str) -> Body:
        """Create a user with a name of their own, and return their credentials and id."""
        name = f"{role}{uuid.uuid4().hex[:8]}"
        body = user_body(username=name, email=f"{name}@example.org", role=role)
        created = self.admin().post("/api/auth/register", json=body)
        assert created.status_code == 201, created.text
        return {**body, "id": created.json()["id"]}

    def sign_in(self, user: Body) -> httpx.Client:
        return self.client(username=user["username"], password=user["password"])

    def page(self, client: httpx.Client, path: str = "/admin", token: str = "") -> PortalPage:
        page = PortalPage(self.url, client, path, token)
        self.opened.callback(page.close)
        return page

    def open(self, client: httpx.Client, path: str = "/admin", token: str = "") -> PortalPage:
        page = self.page(client, path, token).connect()
        page.expect_loaded()
        return page

    def transport(self, client: httpx.Client) -> websocket.WebSocket:
        """Return a websocket on which no page has connected."""
        url = f"{self.url}{NAMESPACE}/?EIO=4&transport=websocket".replace("http", "ws", 1)
        opened = websocket.create_connection(
            url, timeout=WAIT_SECONDS, cookie=f"{COOKIE}={client.cookies.get(COOKIE, '')}"
        )
        assert opened.sock
        self.opened.callback(opened.sock.close)
        assert str(opened.recv()).startswith("0")
        return opened

    def states(self) -> int:
        return int(httpx.get(f"{self.url}{server.STATES_PATH}", verify=NO_TLS).text)

    def free_ended_states_at_once(self) -> None:
        httpx.post(f"{self.url}{server.STATES_PATH}", verify=NO_TLS).raise_for_status()

    def log(self) -> str:
        return self.log_file.read_text()

    def write(self, statement: str, **values: object) -> None:
        """Write to the database as another process."""
        engine = create_engine(self.database_url)
        with engine.begin() as connection:
            connection.execute(text(statement), values)
        engine.dispose()


@contextmanager
def running_portal(folder: Path, *, database_url: str = "", **named: str) -> Iterator[Portal]:
    """Serve a portal while the block runs, on a new database by default; `named` are settings."""
    build_dir, data_dir, log_file = folder / "build", folder / "data", folder / "log"
    pages = build_dir / "build" / "client"
    pages.mkdir(parents=True)
    for name in ("index.html", "404.html"):
        (pages / name).write_text("<!doctype html><html><body></body></html>")
    write_script_sources(pages)
    port = free_port()
    if not database_url:
        sqlite = f"sqlite:///{data_dir}/awards.db"
        database_url = postgresql.new_url() if postgresql.is_used else sqlite
    environment = environment_of_site(port, data_dir, DATABASE_URL=database_url, **named)
    with forked.running(
        server.main, build_dir, environment=environment, output=log_file
    ) as process:
        portal = Portal(f"http://localhost:{port}", database_url, log_file, process)
        try:
            _wait_until_served(portal)
            yield portal
        finally:
            portal.opened.close()


def _wait_until_served(portal: Portal) -> None:
    def is_served() -> bool:
        assert portal.process.is_alive(), portal.log()
        with suppress(httpx.TransportError):
            return httpx.get(f"{portal.url}/api/health", verify=NO_TLS).status_code == 200
        return False

    deadline = time.monotonic() + 3 * WAIT_SECONDS
    while not is_served():
        assert time.monotonic() < deadline, portal.log()
        time.sleep(0.1)
