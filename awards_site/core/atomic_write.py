"""Atomic file writes."""

import secrets
from pathlib import Path


def write_atomic(target: Path, content: bytes) -> None:
    """Write or replace a file in an existing folder; readers see the old or the new content."""
    temporary = target.with_name(f".{secrets.token_hex(8)}")
    try:
        temporary.write_bytes(content)
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)
