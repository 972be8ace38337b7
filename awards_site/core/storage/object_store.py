"""Opens the store of uploaded files by `obstore`, and translates its errors."""

import errno
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from obstore.exceptions import BaseError
from obstore.store import LocalStore, S3Store

from awards_site.core.errors import ServiceUnavailable
from awards_site.core.logs.logger import get_logger

if TYPE_CHECKING:
    from obstore.store import ClientConfig, RetryConfig

RETRY_AFTER_SECONDS = 10
_OS_ERROR = re.compile(r"\(os error (\d+)\)")

# Without a connection an operation fails after about five seconds. A single request, which carries
# at most a few megabytes, may take ten.
_CLIENT: "ClientConfig" = {"allow_http": True, "connect_timeout": "2s", "timeout": "10s"}
_RETRY: "RetryConfig" = {
    "max_retries": 2,
    "retry_timeout": timedelta(seconds=3),
    "backoff": {"init_backoff": timedelta(milliseconds=100), "max_backoff": timedelta(seconds=1)},
}

log = get_logger(__name__)


class StorageUnavailable(ServiceUnavailable):
    """503: the object storage does not answer, or refuses a request; str() is the reason."""

    def __init__(self, reason: str) -> None:
        super().__init__(
            "File storage is unavailable. Please try again in a moment.",
            RETRY_AFTER_SECONDS,
        )
        self._reason = reason

    def __str__(self) -> str:
        return f"Object storage unavailable: {self._reason}"


# The threads of a store do not survive a fork: no process that forks may use one before.
def open_store(location: str | Path) -> LocalStore | S3Store:
    """Open a folder, which is created, or the URL of a bucket with its prefix.

    Endpoint, region and credentials of a bucket come from the standard AWS_* variables.
    """
    if isinstance(location, Path):
        return LocalStore(location, mkdir=True)
    return S3Store.from_url(location, client_options=_CLIENT, retry_config=_RETRY)


@contextmanager
def errors_of(location: str | Path) -> Iterator[None]:
    """Raise OSError for errors of a folder, and StorageUnavailable for those of a bucket.

    A missing file is a FileNotFoundError in both.
    """
    try:
        yield
    except BaseError as error:
        reason = str(error).partition("\n")[0]
        if isinstance(location, Path):
            found = _OS_ERROR.search(reason)
            number = int(found[1]) if found else errno.EIO
            raise OSError(number, os.strerror(number), str(location)) from error
        unavailable = StorageUnavailable(reason)
        log.error("object storage unavailable", error=reason)
        raise unavailable from error
