"""The portal's client of the API.

State handlers do not use services or database sessions. They call `/api/...` through this client,
in process and without a socket, with the session of the visitor whose browser they serve. The API
is therefore the only place for authorization, validation and rate limits.

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
"""How often a call is repeated after its first attempt."""

REQUEST_DELAY = 1.0
"""Seconds between the attempts of `RequestClient.request`."""

MAX_BACKOFF_SECONDS = 5.0
"""The longest wait between attempts of `RequestClient.read`, before jitter."""

MAX_JITTER = 0.3
"""The largest jitter, as a fraction of the wait."""

UNCHECKED_PATHS = frozenset({"/api/auth/login", "/api/auth/logout", "/api/auth/me"})
"""Paths whose responses are returned whatever their status."""


class RequestError(Exception):
    """A failed call; the base class of the others.

    `message` is for display. `server_message` is the API's own message, or '' if it sent none.
    `errors` maps field names to messages and is empty unless the API sent field errors.
    """

    def __init__(self, description: str) -> None:
        super().__init__(description)
        self.message = description
        self.server_message = ""
        self.errors: dict[str, str] = {}


class RequestFailed(RequestError):
    """The API responded with an error status; `challenge` is its WWW-Authenticate header.

    `str(error)` is `'{status}: {text or status text}'`. `message`, `errors` and `reveals` come from
    the JSON body, if it has one; the last are the ids of records whose results would be public.
    """

    def __init__(self, status: int, text: str, status_text: str = "", challenge: str = "") -> None:
        phrase = status_text or httpx.codes.get_reason_phrase(status)
        super().__init__(f"{status}: {text or phrase}")
        self.status = status
        self.text = text
        self.challenge = challenge
        self.reveals: list[int] = []
        self._read_body()

    @classmethod
    def of(cls, response: httpx.Response) -> "RequestFailed":
        challenge = response.headers.get("WWW-Authenticate", "")
        return cls(response.status_code, response.text, response.reason_phrase, challenge)

    def _read_body(self) -> None:
        """Take `message` and `errors` from a body in the API's error format."""
        try:
            body = json.loads(self.text)
        except ValueError:
            return
        if not isinstance(body, dict):
            return
        message, errors = body.get("message"), body.get("errors")
        self.reveals = [each["id"] for each in body.get("reveals", ())]
        if isinstance(message, str) and message:
            self.message = self.server_message = message
        for error in errors if isinstance(errors, list) else []:
            if isinstance(error, dict) and "field" in error and "message" in error:
                # Forms show only the first error of a field.
                self.errors.setdefault(str(error["field"]), str(error["message"]))


class ConnectionFailed(RequestError):
    """`RequestClient.request` did not reach the server, retries included."""

    def __init__(self, method: str, path: str) -> None:
        super().__init__(f"No response to {method} {path}; check the connection and try again")


class QueryFailed(RequestError):
    """`RequestClient.read` did not reach the server, retries included."""

    def __init__(self, attempts: int) -> None:
        super().__init__(f"Query failed after {attempts} attempts")


class RequestClient:
    """Calls the API with the session of one visitor.

    `cookie` is the visitor's Cookie header. Tests replace `sleep`, which takes seconds, and
    `jitter`, which returns a number from 0 to 1.
    """

    def __init__(
        self,
        transport: httpx.AsyncBaseTransport,
        *,
        cookie: str = "",
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self._transport = transport
        # As bytes, because cookies may contain non-ASCII characters.
        self._headers = {b"Cookie": cookie.encode()} if cookie else {}
        self._sleep = sleep
        self._jitter = jitter

    def _connect(self) -> httpx.AsyncClient:
        """Return a client for one call, which closes its transport when it is left."""
        return httpx.AsyncClient(
            transport=self._transport,
            base_url=settings().public_url,
            headers=self._headers,
            trust_env=False,
        )

    async def request(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> httpx.Response:
        """Send `body` as JSON, unless it is None, and return the response.

        Server errors and network failures are retried RETRIES times, REQUEST_DELAY seconds apart.
        Raises RequestFailed for an error status, except on UNCHECKED_PATHS, and ConnectionFailed
        if there is no response.
        """
        is_unchecked = path.partition("?")[0] in UNCHECKED_PATHS
        response = await self._send(
            lambda client: client.request(method, path, json=body, headers=headers),
            waits=[REQUEST_DELAY] * RETRIES,
            failure=ConnectionFailed(method, path),
            repeats_errors=not is_unchecked,
        )
        if not is_unchecked and not response.is_success:
            raise RequestFailed.of(response)
        return response

    async def read(
        self,
        key: str | Sequence[object],
        *,
        on_401: Literal["empty", "raise"] = "raise",
        retries: int = RETRIES,
    ) -> Any:
        """Return the parsed JSON at the URL that is `key`, or the first element of `key`.

        With `on_401="empty"` a 401 response returns None. Server errors are retried after 1, 2, 4,
        5, 5, ... seconds plus up to 30 % jitter; network failures after the same time without
        jitter. Raises RequestFailed for an error status and QueryFailed if there is no response.
        """
        url = key if isinstance(key, str) else str(key[0])
        response = await self._send(
            lambda client: client.get(url),
            waits=[min(2.0**attempt, MAX_BACKOFF_SECONDS) for attempt in range(retries)],
            failure=QueryFailed(retries + 1),
            # Jitter spreads the retries of many clients over time.
            max_jitter=MAX_JITTER,
        )
        if response.is_success:
            return response.json()
        if response.status_code == httpx.codes.UNAUTHORIZED and on_401 == "empty":
            return None
        raise RequestFailed.of(response)

    async def _send(
        self,
        call: Callable[[httpx.AsyncClient], Awaitable[httpx.Response]],
        *,
        waits: Sequence[float],
        failure: RequestError,
        repeats_errors: bool = True,
        max_jitter: float = 0,
    ) -> httpx.Response:
        """Return the response to a call, which is repeated after each of the `waits` if it fails.

        Server errors count as failures with `repeats_errors`. Raises `failure` without a response.
        """
        remaining = list(waits)
        async with self._connect() as client:
            while True:
                jitter = 0.0
                try:
                    response = await call(client)
                except httpx.TransportError as error:
                    if not remaining:
                        raise failure from error
                else:
                    if not (repeats_errors and response.is_server_error and remaining):
                        return response
                    jitter = max_jitter * self._jitter()
                await self._sleep(remaining.pop(0) * (1 + jitter))


class _InProcess:
    """Holds the ASGI app that serves in-process calls."""

    app: ASGIApp | None = None


def serve_in_process(app: ASGIApp | None) -> None:
    """Set the ASGI app that serves `/api/...` for `request_client`, or remove it."""
    _InProcess.app = app


def request_client(state: "rx.State") -> RequestClient:
    """Return a client with the session of the visitor whose `state` this is.

    The cookies and the client IP are those of the page's websocket. No Origin header is sent,
    because the websocket's was checked when it was opened. Raises RuntimeError if
    `serve_in_process` has not been called.
    """
    if _InProcess.app is None:
        raise RuntimeError("No app for in-process API calls; call serve_in_process(api) at startup")
    transport = httpx.ASGITransport(
        _InProcess.app,
        # An unhandled error in the API is a 500 response, as over the network.
        raise_app_exceptions=False,
        client=(state.router.session.client_ip, 0),
    )
    return RequestClient(transport, cookie=state.router.headers.cookie)
