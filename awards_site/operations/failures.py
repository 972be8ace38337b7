"""The failures that commands expect: operators are told what to change, without a traceback."""

import typer
from redis import RedisError
from sqlalchemy.exc import OperationalError

from awards_site.core.errors import Conflict
from awards_site.core.files.storage import StorageUnavailable
from awards_site.operations import CommandFailed

EXPECTED_FAILURES = (
    CommandFailed,
    StorageUnavailable,
    RedisError,
    Conflict,
    OperationalError,
    OSError,
)


def print_failure(error: Exception) -> None:
    """Print an expected failure to stderr."""
    typer.secho(str(getattr(error, "orig", error)), err=True, fg="red")
