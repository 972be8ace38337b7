"""Logging: configuration, loggers, redaction, and a report of slow stops.

The loggers of this package and those of Reflex, granian, asyncio and SQLAlchemy share one handler.
Its formatter redacts and truncates all that is logged.
"""

import asyncio
import logging
import logging.config
import re
import traceback
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import structlog
from structlog.typing import EventDict, ExcInfo

from awards_site.core import paths
from awards_site.core.request_context import current_request
from awards_site.settings import settings

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


REDACTED = "[redacted]"
MAX_LENGTH = 500
"""The most characters of a logged value."""
MAX_TRACEBACK_LENGTH = 4000
"""The most characters of a logged traceback, of which the end is kept."""

_SCANNED = 4
"""The factor of the characters searched for secrets, so that none is logged in part."""

_SENSITIVE = (
    r"[\w-]{0,40}(?:passw(?:or)?d|passphrase|secret|token|cookie|session|api[_-]?key)[\w-]{0,40}"
)
SECRET_NAME = re.compile(
    rf"(?!password_policy$)(?:{_SENSITIVE}|input_value"
    r"|[\w-]*(?:hash|totp|recovery|authorization|bearer|credential)[\w-]*)",
    re.IGNORECASE,
)
"""Names of values that are never logged."""

_OF_ADDRESS = r"[^\s@'\"<>(),:;=\[\]/]"
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
"""Characters that begin a line, control a terminal or reverse the direction of a text."""
_HARMLESS = re.compile(r"[\w ./#-]{0,39}")
"""Texts in which none of the patterns can match."""

# Each begins with fixed characters or where a word begins, so that long texts take linear time.
_PATTERNS: tuple[tuple[re.Pattern[str], str], ...] = (
    # Cookie and Authorization headers: all of their value.
    (re.compile(r"(?i)\b((?:set-)?cookie|authorization)(['\"]?\s*[:=,]\s*)[^\r\n]+"), r"\1\2"),
    # name=value, "name": "value" and 'name': 'value'.
    (
        re.compile(
            rf"(?i)(?<![\w-])({_SENSITIVE})(b?['\"]?\s*[:=]\s*)"
            r"(b?'(?:[^'\\]|\\.)*'?|b?\"(?:[^\"\\]|\\.)*\"?|[^\s,;&)}\]]+)"
        ),
        r"\1\2",
    ),
    # The input that pydantic did not accept, and the values that PostgreSQL names.
    (re.compile(r"(input_value=).*?(?=, input_type=|\]|$)", re.MULTILINE), r"\1"),
    (re.compile(r"(Key \([^)]*\)=)\([^)]*\)"), r"\1"),
    (re.compile(r"(Failing row contains )\(.*\)"), r"\1"),
    (re.compile(r"(\[parameters: ).*", re.MULTILINE), r"\1"),
    # User information and the query of a URL or a path.
    (re.compile(r"(://)[^/\s@]+(?=@)"), r"\1"),
    (re.compile(r"(?<=[\w/.-])(\?)[^\s'\"<>]+"), r"\1"),
    # The token in the path of a link to confirm, to unsubscribe, to preview or to score.
    (re.compile(rf"({paths.NEWSLETTER_LINKS}\w+/)[^\s'\"<>]+"), r"\1"),
    (re.compile(rf"({paths.PREVIEWS}|{paths.JURY})[^\s'\"<>]+"), r"\1"),
    # Hashes of bcrypt, and tokens of at least 40 characters.
    (re.compile(r"\$2[aby]\$\d\d\$[./A-Za-z0-9]{10,}"), ""),
    (re.compile(r"(?<![\w/.-])[A-Za-z0-9_-]{40,}(?![\w.-])"), ""),
    (re.compile(rf"(?<!{_OF_ADDRESS}){_OF_ADDRESS}+@{_OF_ADDRESS}+\.{_OF_ADDRESS}+"), ""),
)


def redact(text: str) -> str:
    """Return the text with `[redacted]` in place of secrets and email addresses."""
    if _HARMLESS.fullmatch(text):
        return text
    for pattern, prefix in _PATTERNS:
        text = pattern.sub(rf"{prefix}{REDACTED}", text)
    return text


def loggable(name: str, value: Any) -> Any:
    """Return a named value as it may be logged: redacted, truncated and printable."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if SECRET_NAME.fullmatch(name):
        return REDACTED
    text = redact(str(value)[: _SCANNED * MAX_LENGTH])
    escaped = _UNPRINTABLE.sub(lambda each: each[0].encode("unicode_escape").decode(), text)
    return truncate(escaped, MAX_LENGTH)


def loggable_traceback(text: str) -> str:
    """Return a traceback as it may be logged: redacted, and truncated at its beginning."""
    redacted = redact(text[-_SCANNED * MAX_TRACEBACK_LENGTH :])
    if len(redacted) <= MAX_TRACEBACK_LENGTH:
        return redacted
    return f"...{redacted[-MAX_TRACEBACK_LENGTH:]}"


def truncate(text: str, maximum: int) -> str:
    """Return at most `maximum` characters, with an ellipsis if some are missing."""
    return text if len(text) <= maximum else f"{text[: maximum - 1]}…"


_MAX_FRAMES = 20
"""The number of the innermost frames of a traceback that are logged."""
_UNCHANGED = frozenset({"timestamp", "level", "logger", "exception"})
"""The keys that this module sets itself."""


def configure_logging() -> None:
    logging.config.dictConfig(logging_config())
    logging.captureWarnings(True)


def logging_config() -> dict[str, Any]:
    """Return the configuration in the format of `logging.config`, also for granian."""
    level = settings().log_level.upper()
    others = "WARNING" if level in {"DEBUG", "INFO"} else level
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"structured": {"()": formatter}},
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": "structured",
                "stream": "ext://sys.stderr",
            }
        },
        "root": {"handlers": ["stderr"], "level": others},
        "loggers": {
            __name__.partition(".")[0]: {"level": level},
            "_granian": {"handlers": [], "propagate": True},
            # Without a level, these would add handlers of their own, which redact nothing.
            "engineio.server": {"level": "ERROR"},
            "socketio.server": {"level": "ERROR"},
        },
    }


def formatter() -> logging.Formatter:
    """Return the formatter of the log."""
    return structlog.stdlib.ProcessorFormatter(processors=_processors())


def _processors() -> list[Any]:
    render = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if settings().log_format == "json"
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


REPORT_SECONDS = 10.0
"""The time in which a worker must stop after its last request, or is reported."""

log = get_logger(__name__)


@asynccontextmanager
async def report_slow_stop() -> AsyncIterator[None]:
    """Log the running tasks if the event loop still runs REPORT_SECONDS after the block."""
    loop = asyncio.get_running_loop()
    try:
        yield
    finally:
        loop.call_later(REPORT_SECONDS, _report)


def _report() -> None:
    tasks = "; ".join(map(_place, asyncio.all_tasks()))
    log.error("worker not stopped; it waits for tasks", seconds=REPORT_SECONDS, tasks=tasks)


def _place(task: asyncio.Task[object]) -> str:
    frames = task.get_stack()
    places = [f"{each.f_code.co_filename}:{each.f_lineno}" for each in frames[-1:]]
    return f"{task.get_name()} at {', '.join(places)}"
