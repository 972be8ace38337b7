"""The way in which the portal calls the API, by the rules of docs/rules/requests.md.

State handlers never touch a service or a database session. They call `/api/...` through this
client, in the same process and without a socket, as the visitor whose browser they serve, so
that authorisation, validation and rate limits stand in one place: the API.

    nominees = await request_client(self).read(["/api/nominees/published"])
    await request_client(self).request("PATCH", f"/api/nominees/{id}", {"isPublished": True})
"""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import httpx
from starlette.types import ASGIApp

from awards_site.settings import settings

if TYPE_CHECKING:
    import reflex as rx

RETRIES = 2
"""How often a call is repeated after its first attempt (spec 1, section 9)."""

REQUEST_DELAY = 1.0
"""Seconds between the attempts of the general helper (spec 1, section 9)."""

MAX_BACKOFF_SECONDS = 5.0
"""The most seconds that the reader waits before jitter (spec 1, section 9)."""

MAX_JITTER = 0.3
"""The most that jitter adds to the reader's wait, as a share of it (spec 1, section 9)."""

UNCHECKED_PATHS = frozenset({"/api/auth/login", "/api/auth/logout", "/api/auth/me"})
"""The calls whose answer is handed back raw, for the caller to judge (spec 2, section 7)."""


class RequestError(Exception):
    """A call that brought no usable answer; the base of the others.

    `message` is what a person is shown; `said` is the server's own message, or '' where it gave
    none. `errors` maps the names of refused fields to their messages and is empty unless the
    server named fields.
    """

    def __init__(self, description: str) -> None:
        super().__init__(description)
        self.message = description
        self.said = ""
        self.errors: dict[str, str] = {}


class RequestFailed(RequestError):
    """The server answered, but not with success.

    As text it reads `'{status}: {text or status text}'` (spec 1, shared request behaviour).
    `message` and `errors` come from the JSON body of the API's errors where there is one.
    """

    def __init__(self, status: int, text: str, status_text: str = "") -> None:
        phrase = status_text or httpx.codes.get_reason_phrase(status)
        super().__init__(f"{status}: {text or phrase}")
        self.status = status
        self.text = text
        self._read_body()

    @classmethod
    def of(cls, response: httpx.Response) -> "RequestFailed":
        """Return the error that `response`, an answer other than success, stands for."""
        return cls(response.status_code, response.text, response.reason_phrase)

    def _read_body(self) -> None:
        """Take `message` and `errors` from the body, when it has the API's shape."""
        try:
            body = json.loads(self.text)
        except ValueError:
            return
        if not isinstance(body, dict):
            return
        message, errors = body.get("message"), body.get("errors")
        if isinstance(message, str) and message:
            self.message = self.said = message
        for error in errors if isinstance(errors, list) else []:
            if isinstance(error, dict) and "field" in error and "message" in error:
                # A field may be refused for several reasons; a form shows the first.
                self.errors.setdefault(str(error["field"]), str(error["message"]))


class ConnectionFailed(RequestError):
    """The general request helper never reached the server, retries included."""

    def __init__(self, method: str, path: str) -> None:
        super().__init__(f"No answer to {method} {path}; check the connection and try again")


class QueryFailed(RequestError):
    """The data reader never reached the server, retries included."""

    def __init__(self, attempts: int) -> None:
        super().__init__(f"Query failed after {attempts} attempts")


class RequestClient:
    """Calls the API as one visitor, by the rules of the specification.

    `transport` carries the requests and `cookie` is the visitor's Cookie header. `sleep`, in
    seconds, and `jitter`, a number from 0 to 1, are replaced by tests.
    """

    def __init__(
        self,
        transport: httpx.AsyncBaseTransport,
        *,
        cookie: str = "",
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self._client = httpx.AsyncClient(
            transport=transport,
            base_url=settings().public_url,
            # As bytes, because a stray cookie of another site may hold more than ASCII.
            headers={b"Cookie": cookie.encode()} if cookie else {},
            trust_env=False,
        )
        self._sleep = sleep
        self._jitter = jitter

    async def request(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> httpx.Response:
        """Send `body` as JSON, unless it is None, and return the answer.

        The answers of sign-in, sign-out and current user come back whatever their status. For
        every other path the status must be a success. A server error there, and a network
        failure anywhere, is repeated twice, a second apart. Raises RequestFailed for an answer
        that is no success and ConnectionFailed when no answer came.
        """
        unchecked = path.partition("?")[0] in UNCHECKED_PATHS
        attempt = 1
        while True:
            try:
                response = await self._client.request(method, path, json=body, headers=headers)
            except httpx.TransportError as error:
                if attempt > RETRIES:
                    raise ConnectionFailed(method, path) from error
            else:
                if unchecked or response.is_success:
                    return response
                if not response.is_server_error or attempt > RETRIES:
                    raise RequestFailed.of(response)
            await self._sleep(REQUEST_DELAY)
            attempt += 1

    async def read(
        self,
        key: str | Sequence[object],
        *,
        on_401: Literal["empty", "raise"] = "raise",
        retries: int = RETRIES,
    ) -> Any:
        """Return the parsed JSON at the URL that is `key`, or the first element of `key`.

        With `on_401="empty"` the answer to a reader who is not signed in is None. A server error
        is repeated after 1, 2, 4, 5, 5, ... seconds and up to 30 % more; a network failure after
        the same time, without jitter. Raises RequestFailed for an answer that is no success and
        QueryFailed when no answer came.
        """
        url = key if isinstance(key, str) else str(key[0])
        attempt = 1
        while True:
            wait = min(2.0 ** (attempt - 1), MAX_BACKOFF_SECONDS)
            try:
                response = await self._client.get(url)
            except httpx.TransportError as error:
                if attempt > retries:
                    raise QueryFailed(attempt) from error
            else:
                if response.is_success:
                    return response.json()
                if response.status_code == httpx.codes.UNAUTHORIZED and on_401 == "empty":
                    return None
                if not response.is_server_error or attempt > retries:
                    raise RequestFailed.of(response)
                # Jitter keeps many readers from returning to a struggling server together.
                wait *= 1 + MAX_JITTER * self._jitter()
            await self._sleep(wait)
            attempt += 1


class _InProcess:
    """Holds the app that serves the calls made in this process."""

    app: ASGIApp | None = None


def serve_in_process(app: ASGIApp) -> None:
    """Let `app`, which answers `/api/...`, serve the calls of `request_client`."""
    _InProcess.app = app


def request_client(state: "rx.State") -> RequestClient:
    """Return a client that calls the API as the visitor whose `state` this is.

    The visitor's cookies and address are those of the page's websocket. No Origin is sent: the
    websocket's own has been checked when it was opened. Raises RuntimeError when
    `serve_in_process` has not been called.
    """
    if _InProcess.app is None:
        raise RuntimeError(
            "No app serves the calls of pages; call serve_in_process(api) where the app is made"
        )
    transport = httpx.ASGITransport(
        _InProcess.app,
        # A crash in the API is a 500 to its callers, in process as over the network.
        raise_app_exceptions=False,
        client=(state.router.session.client_ip, 0),
    )
    return RequestClient(transport, cookie=state.router.headers.cookie)
