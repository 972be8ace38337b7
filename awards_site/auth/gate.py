"""Access control of the portal: its pages and its websocket require a session."""

from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from awards_site.auth.dependencies import find_session
from awards_site.core import paths

_POLICY_VIOLATION = 1008


class PortalGateMiddleware:
    """Outermost middleware that restricts the portal to signed-in users.

    Websockets without a valid session are closed. Visitors are redirected from the portal to the
    sign-in page, and signed-in users from the sign-in page to the portal.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            if await _is_signed_in(scope):
                await self.app(scope, receive, send)
            else:
                await receive()
                await send({"type": "websocket.close", "code": _POLICY_VIOLATION})
            return
        if scope["type"] == "http" and scope["method"] in {"GET", "HEAD"}:
            path = scope["path"].rstrip("/")
            is_portal = path == paths.ADMIN or path.startswith(f"{paths.ADMIN}/")
            if is_portal and not await _is_signed_in(scope):
                await _redirect(paths.SIGN_IN, scope, receive, send)
                return
            if path == paths.SIGN_IN and await _is_signed_in(scope):
                await _redirect(paths.ADMIN, scope, receive, send)
                return
        await self.app(scope, receive, send)


async def _is_signed_in(scope: Scope) -> bool:
    return await run_in_threadpool(find_session, HTTPConnection(scope)) is not None


async def _redirect(path: str, scope: Scope, receive: Receive, send: Send) -> None:
    # The redirect depends on the session, so it must not be cached.
    response = RedirectResponse(path, 303, headers={"Cache-Control": "no-store"})
    await response(scope, receive, send)
