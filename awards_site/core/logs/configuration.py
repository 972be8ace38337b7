"""Configures logging: key-value lines or JSON on standard error, for every logger of the process.

The loggers of this package and those of Reflex, granian, asyncio and SQLAlchemy share one handler.
Its formatter redacts and truncates all that is logged.
"""

import logging.config
import traceback
from collections.abc import Mapping
from typing import Any

import structlog
from structlog.typing import EventDict, ExcInfo

from awards_site.core.logs.logger import VALUES
from awards_site.core.logs.redaction import loggable, loggable_traceback
from awards_site.core.request_context import current_request
from awards_site.settings import settings

_PACKAGE = __name__.partition(".")[0]
_MAX_FRAMES = 20
"""How many of the innermost frames of a traceback are logged."""
_UNCHANGED = frozenset({"timestamp", "level", "logger", "exception"})
"""The keys that this module sets itself."""


def configure_logging() -> None:
    """Configure the loggers of this process."""
    logging.config.dictConfig(logging_config())
    logging.captureWarnings(True)


def logging_config() -> dict[str, Any]:
    """Return the configuration in the format of `logging.config`, also for granian."""
    level = settings().log_level.upper()
    others = "WARNING" if level in {"DEBUG", "INFO"} else level
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "structured": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processors": _processors(),
            }
        },
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": "structured",
                "stream": "ext://sys.stderr",
            }
        },
        "root": {"handlers": ["stderr"], "level": others},
        "loggers": {
            _PACKAGE: {"level": level},
            "_granian": {"handlers": [], "propagate": True},
            # Without a level, these would add handlers of their own, which redact nothing.
            "engineio.server": {"level": "ERROR"},
            "socketio.server": {"level": "ERROR"},
        },
    }


def _processors() -> list[Any]:
    as_json = settings().log_format == "json"
    render = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if as_json
        else structlog.dev.ConsoleRenderer(colors=False, pad_event_to=0, pad_level=False)
    )
    return [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.ExceptionRenderer(_format_exception),
        _add_values,
        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
        _add_request_id,
        _redact,
        render,
    ]


def _format_exception(exc_info: ExcInfo) -> str:
    return loggable_traceback("".join(traceback.format_exception(*exc_info, limit=-_MAX_FRAMES)))


def _add_values(_logger: object, _method: str, event: EventDict) -> EventDict:
    event.update(getattr(event["_record"], VALUES, {}))
    return event


def _add_request_id(_logger: object, _method: str, event: EventDict) -> EventDict:
    request = current_request()
    if request is not None:
        event.setdefault("request_id", request.request_id)
    return event


def _redact(_logger: object, _method: str, event: EventDict) -> Mapping[str, Any]:
    return {
        name: value if name in _UNCHANGED else loggable(name, value)
        for name, value in event.items()
    }
