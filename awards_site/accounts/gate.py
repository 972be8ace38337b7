"""Access control of the portal: its pages and its websocket require a session."""

from contextlib import suppress

from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from awards_site.accounts import user_sessions
from awards_site.accounts.callers import Caller
from awards_site.accounts.dependencies import find_session
from awards_site.accounts.models import User, lacks_second_factor
from awards_site.accounts.sockets import SessionSocket, SessionSockets, TooManySockets, with_socket
from awards_site.core import paths
from awards_site.core.errors import TooManyRequests
from awards_site.core.http.rate_limits import WEBSOCKETS, client_of
from awards_site.core.http.websocket_limits import POLICY_VIOLATION, WebsocketGuard
from awards_site.core.logs import get_logger

log = get_logger(__name__)

_TRY_AGAIN_LATER = 1013
_RETRY_SOON = {"Retry-After": "2"}


class PortalGateMiddleware:
    """Outermost middleware that restricts the portal to signed-in users.

    Websockets over the rate limit or without a valid session are closed. Visitors are redirected
    from the portal to the sign-in page, and signed-in users from the sign-in page to the portal, or
    to the account page while they lack a second factor that their role needs.
    """

    def __init__(self, app: ASGIApp, sockets: SessionSockets) -> None:
        self.app = app
        self.sockets = sockets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._serve_websocket(scope, receive, send)
            return
        if scope["type"] == "http" and scope["method"] in {"GET", "HEAD"}:
            path = f"/{scope['path'].strip('/')}"
            if path == paths.SIGN_IN or _is_portal(path):
                await self._serve_document(path, scope, receive, send)
                return
        await self.app(scope, receive, send)

    async def _serve_document(self, path: str, scope: Scope, receive: Receive, send: Send) -> None:
        found = await _find_session(scope)
        target = _redirect_target(path, found)
        if target:
            # The redirect depends on the session, so it must not be cached.
            response = RedirectResponse(target, 303, headers={"Cache-Control": "no-store"})
            await response(scope, receive, send)
        elif found is None:
            await self.app(scope, receive, send)
        else:
            known = _remembering(send, HTTPConnection(scope), found.user)
            await self.app(scope, receive, known)

    async def _serve_websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            found = await _find_counted_session(scope)
        except TooManyRequests as error:
            response = PlainTextResponse(error.message, error.status, error.headers)
            await _refuse(_TRY_AGAIN_LATER, response, scope, receive, send)
            return
        except SQLAlchemyError as error:
            log.error("websocket refused: the database is unavailable", error=error)
            response = PlainTextResponse("Please try again in a moment.", 503, _RETRY_SOON)
            await _refuse(_TRY_AGAIN_LATER, response, scope, receive, send)
            return
        if found is not None:
            guard = WebsocketGuard(receive)
            socket = SessionSocket.of(found, guard)
            with suppress(TooManySockets), self.sockets.opened(socket):
                # The session may have ended before the websocket was counted among its own.
                if await _find_session(scope) is not None:
                    await self.app(with_socket(scope, socket), guard.receive, send)
                    return
        await _refuse(POLICY_VIOLATION, Response(status_code=403), scope, receive, send)


async def _find_counted_session(scope: Scope) -> Caller | None:
    """Return the session of a websocket, or None. Raises TooManyRequests over a rate limit."""
    await WEBSOCKETS.hit_client(client_of(scope))
    found = await _find_session(scope)
    if found is not None:
        # Counted only now, so that strangers do not use up the limit of staff.
        await WEBSOCKETS.hit_total()
    return found


def _remembering(send: Send, connection: HTTPConnection, user: User) -> Send:
    """Return `send`, by which a browser with a session stays known to its user.

    Ending the other sessions of the user makes all browsers unknown, including this one.
    """
    response = Response()
    user_sessions.keep_device(connection, response, user)
    if "Set-Cookie" not in response.headers:
        return send

    async def send_cookie(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(raw=list(message["headers"]))
            headers.append("Set-Cookie", response.headers["Set-Cookie"])
            message = {**message, "headers": headers.raw}
        await send(message)

    return send_cookie


def _is_portal(path: str) -> bool:
    return path == paths.ADMIN or path.startswith(f"{paths.ADMIN}/")


def _redirect_target(path: str, found: Caller | None) -> str:
    """Return the path to which the request of a page is redirected, or ''."""
    if found is None:
        return paths.SIGN_IN if _is_portal(path) else ""
    if path != paths.ACCOUNT and lacks_second_factor(found.user):
        return paths.ACCOUNT
    return "" if _is_portal(path) else paths.ADMIN


async def _find_session(scope: Scope) -> Caller | None:
    return await run_in_threadpool(find_session, HTTPConnection(scope))


async def _refuse(
    code: int, response: Response, scope: Scope, receive: Receive, send: Send
) -> None:
    """Refuse a websocket: with the response where the server can send one, else by closing it."""
    await receive()
    if "websocket.http.response" in scope.get("extensions", {}):
        await response(scope, receive, send)
    else:
        await send({"type": "websocket.close", "code": code})
