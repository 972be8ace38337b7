"""Atomic file writes, by temporary files that a killed process may leave behind."""

import os
import re
import secrets
import time
from collections.abc import Iterable
from pathlib import Path

LEFTOVER_SECONDS = 3600
"""The age at which a temporary file belongs to no running process: writing one takes seconds."""

_TEMPORARY_NAME = re.compile(r"\.[0-9a-f]{16}|[\w.-]+#\d+")
"""The names of `write_atomic`, and of `obstore` while it writes into a folder."""


def write_atomic(target: Path, content: bytes) -> None:
    """Write or replace a file in an existing folder; readers see the old or the new content."""
    temporary = target.with_name(f".{secrets.token_hex(8)}")
    try:
        temporary.write_bytes(content)
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)


def sync(path: Path) -> None:
    """Write a file or the names in a folder through to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def delete_leftovers(folders: Iterable[Path]) -> int:
    """Delete the old temporary files in folders, which may be missing; return their number."""
    newest = time.time() - LEFTOVER_SECONDS
    old = [
        path
        for folder in folders
        for path in folder.glob("*")
        if _TEMPORARY_NAME.fullmatch(path.name) and _modified(path) < newest
    ]
    for path in old:
        path.unlink(missing_ok=True)
    return len(old)


def _modified(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except FileNotFoundError:  # Its process has finished it meanwhile.
        return time.time()
