"""The context of events, and errors that no handler expected."""

from typing import Any

from reflex.middleware import Middleware
from reflex_base.event import EventSpec

from awards_site.core.errors import UNEXPECTED
from awards_site.core.http.monitoring import HEADER
from awards_site.core.logs import get_logger
from awards_site.core.request_context import RequestContext, enter_request
from awards_site.ui.toasts import notify


class EventContextMiddleware(Middleware):
    """Makes each event the current request: the websocket's id and a number."""

    async def preprocess(self, app: Any, state: Any, event: Any) -> None:
        """Enter the context of the event, whose handler runs in the same task."""
        opened = RequestContext(
            request_id=state.router.headers.raw_headers.get(HEADER.lower(), ""),
            ip_address=state.router.session.client_ip,
        )
        enter_request(opened.child())


log = get_logger(__name__)


def report_unhandled_error(exception: Exception) -> EventSpec:
    """Log the exception with its traceback, and return the notice for the user."""
    log.error("unhandled error in the portal", exc_info=exception)
    return notify("Error", UNEXPECTED, destructive=True)
