"""What happens when a State handler raises an exception."""

from reflex_base.event import EventSpec

from awards_site.core.errors import UNEXPECTED
from awards_site.core.logs.logger import get_logger
from awards_site.ui.toasts.toasts import notify

log = get_logger(__name__)


def report_unhandled_error(exception: Exception) -> EventSpec:
    """Log the exception with its traceback, and return the notice for the user."""
    log.error("unhandled error in the portal", exc_info=exception)
    return notify("Error", UNEXPECTED, destructive=True)
