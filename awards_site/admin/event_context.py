"""Gives each event of a State an id, which its log lines and its calls of the API share."""

from typing import Any

from reflex.middleware import Middleware

from awards_site.core.http.monitoring.request_id import HEADER
from awards_site.core.request_context import RequestContext, enter_request


class EventContextMiddleware(Middleware):
    """Makes each event the current request: the websocket's id and a number."""

    async def preprocess(self, app: Any, state: Any, event: Any) -> None:
        """Enter the context of the event, whose handler runs in the same task."""
        opened = RequestContext(
            request_id=state.router.headers.raw_headers.get(HEADER.lower(), ""),
            ip_address=state.router.session.client_ip,
        )
        enter_request(opened.child())
