"""What a check of the configuration finds, and what to do about it."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from sqlalchemy import make_url

from awards_site.settings import settings


class Status(StrEnum):
    """How serious a result is; an error makes the command fail."""

    OK = "ok"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True)
class Result:
    """What a check found and, unless that is fine, what to do about it."""

    status: Status
    found: str
    advice: str = ""

    @classmethod
    def ok(cls, found: str) -> "Result":
        return cls(Status.OK, found)

    @classmethod
    def warning(cls, found: str, advice: str) -> "Result":
        return cls(Status.WARNING, found, advice)

    @classmethod
    def error(cls, found: str, advice: str) -> "Result":
        return cls(Status.ERROR, found, advice)


Check = Callable[[], Result]


def lacks_database() -> bool:
    """Return whether the database is a SQLite file that does not exist, which no check creates."""
    url = make_url(settings().database_url)
    return url.get_backend_name() == "sqlite" and not Path(url.database or "").exists()
