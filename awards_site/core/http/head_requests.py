"""HEAD requests, as monitors and link previews send them."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class HeadRequestMiddleware:
    """Middleware that handles HEAD under `paths` as GET without the body."""

    def __init__(self, app: ASGIApp, paths: tuple[str, ...]) -> None:
        self.app = app
        self.paths = paths

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_head = scope["type"] == "http" and scope["method"] == "HEAD"
        if not is_head or not scope["path"].startswith(self.paths):
            await self.app(scope, receive, send)
            return

        async def send_without_body(message: Message) -> None:
            if message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        await self.app({**scope, "method": "GET"}, receive, send_without_body)
