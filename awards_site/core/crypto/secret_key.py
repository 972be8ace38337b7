"""The server's secret key, which signs cookies and encrypts what must not be readable."""

import os
import secrets
from contextlib import suppress
from functools import cache
from pathlib import Path

from awards_site.settings import settings

FILE = "secret-key"
"""The file in the data folder, made at first use if no key is set."""


def secret_key() -> str:
    """Return the key of the settings, or the one in the data folder."""
    return settings().secret_key.get_secret_value() or _read(settings().data_dir / FILE)


@cache
def _read(path: Path) -> str:
    if not path.exists():
        _create(path)
    return path.read_text()


def _create(path: Path) -> None:
    """Write a random key that only the server's user may read, unless there is one already."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(secrets.token_urlsafe(32))
    # A link is never half written, and another process's key is not replaced.
    with suppress(FileExistsError):
        path.hardlink_to(draft)
    draft.unlink()
