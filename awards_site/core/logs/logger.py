"""Loggers of events with values, whose records pass the handlers of the standard library."""

import logging
from typing import Any

import structlog
from structlog.typing import EventDict

VALUES = "event_values"
"""The attribute of a log record that holds the values of its event."""


def get_logger(name: str) -> structlog.stdlib.BoundLogger:
    """Return a module's logger: `log.warning("email not sent", email_id=7, error=summary)`.

    The event is a fixed text in lower case, with the consequence after a semicolon.
    """
    logger: structlog.stdlib.BoundLogger = structlog.wrap_logger(
        logging.getLogger(name),
        processors=[structlog.stdlib.filter_by_level, _to_record],
        wrapper_class=structlog.stdlib.BoundLogger,
    )
    return logger


def _to_record(
    _logger: object, _method: str, event: EventDict
) -> tuple[tuple[str], dict[str, Any]]:
    text, exc_info = event.pop("event"), event.pop("exc_info", None)
    return (text,), {"exc_info": exc_info, "extra": {VALUES: dict(event)}}
