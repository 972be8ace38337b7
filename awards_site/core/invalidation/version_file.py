"""Tells the process that serves the site of writes by commands, through a file in AWARDS_DATA_DIR.

The file's modification time is the version of the content. A site that runs on several processes
uses `broadcast` instead.
"""

import os
import threading
import time
from functools import cache
from pathlib import Path

from awards_site.core.logs.logger import get_logger
from awards_site.core.storage.files import modified_ns
from awards_site.settings import settings

log = get_logger(__name__)

_lock = threading.Lock()
_known_version = -1


def has_changed() -> bool:
    """Return whether another process has written since the last call."""
    global _known_version
    path = _file(settings().data_dir)
    if modified_ns(path) == _known_version:
        return False
    # Unless another thread of this process is touching the file.
    with _lock:
        version, before = modified_ns(path), _known_version
        _known_version = version
    return version != before


def touch() -> None:
    """Tell other processes of a write; a failure is logged, because the write has succeeded."""
    global _known_version
    path = _file(settings().data_dir)
    with _lock:
        try:
            path.touch()
            # Set the time explicitly: file systems round it, which could give two writes one
            # version, and the system clock may be set back.
            version = max(time.time_ns(), _known_version + 1)
            os.utime(path, ns=(version, version))
        except OSError:
            log.exception("content version not written; the site serves stale content", path=path)
        _known_version = modified_ns(path)


@cache
def _file(data_dir: Path) -> Path:
    return data_dir.resolve() / "content-version"
