"""The portal's client of the API.

State handlers do not use services or database sessions. They call `/api/...` through this client,
in process and without a socket, with the session of the visitor whose browser they serve. The API
is therefore the only place for authorization, validation and rate limits.

    nominees = await request_client(self).read(["/api/nominees/published"])
    await request_client(self).request("PATCH", f"/api/nominees/{id}", {"isPublished": True})
"""

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import httpx
from starlette.types import ASGIApp

from awards_site.core.errors import (
    INSUFFICIENT_AUTHENTICATION,
    ApiError,
    Conflict,
    Forbidden,
    Invalid,
    NotFound,
    PreconditionFailed,
    ReauthenticationRequired,
    Reveals,
    Unauthorized,
    Unexpected,
)
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


_ERRORS = {401: Unauthorized, 403: Forbidden, 404: NotFound, 409: Conflict, 412: PreconditionFailed}


def _error_of(response: httpx.Response) -> ApiError:
    body = response.json()
    message = body["message"]
    if "reveals" in body:
        return Reveals(message, {each["id"]: each["name"] for each in body["reveals"]})
    if INSUFFICIENT_AUTHENTICATION in response.headers.get("WWW-Authenticate", ""):
        return ReauthenticationRequired(0)
    if response.status_code == 422:
        return Invalid({each["field"]: each["message"] for each in reversed(body["errors"])})
    error: ApiError = _ERRORS.get(response.status_code, ApiError)(message)
    error.status = response.status_code
    return error


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
        Raises ApiError for an error status, except on UNCHECKED_PATHS, and ConnectionFailed
        if there is no response.
        """
        is_unchecked = path.partition("?")[0] in UNCHECKED_PATHS
        response = await self._send(
            lambda client: client.request(method, path, json=body, headers=headers),
            waits=[REQUEST_DELAY] * RETRIES,
            failure=Unexpected(),
            repeats_errors=not is_unchecked,
        )
        if not is_unchecked and not response.is_success:
            raise _error_of(response)
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
        jitter. Raises ApiError for an error status and QueryFailed if there is no response.
        """
        url = key if isinstance(key, str) else str(key[0])
        response = await self._send(
            lambda client: client.get(url),
            waits=[min(2.0**attempt, MAX_BACKOFF_SECONDS) for attempt in range(retries)],
            failure=Unexpected(),
            # Jitter spreads the retries of many clients over time.
            max_jitter=MAX_JITTER,
        )
        if response.is_success:
            return response.json()
        if response.status_code == httpx.codes.UNAUTHORIZED and on_401 == "empty":
            return None
        raise _error_of(response)

    async def _send(
        self,
        call: Callable[[httpx.AsyncClient], Awaitable[httpx.Response]],
        *,
        waits: Sequence[float],
        failure: ApiError,
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


def act_by_request(method: str, path: str, body: object = None) -> Any:
    """Stand in for a use case that is not there yet."""

    async def act(_key: int) -> object:
        raise NotImplementedError(f"{method} {path} {body}")

    return act
