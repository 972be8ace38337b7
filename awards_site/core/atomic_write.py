"""Files that appear whole or not at all, whoever reads them meanwhile."""

import secrets
from pathlib import Path


def write_atomic(target: Path, content: bytes) -> None:
    """Write a file into a folder that exists, in place of the one that may be there."""
    unfinished = target.with_name(f".{secrets.token_hex(8)}")
    try:
        unfinished.write_bytes(content)
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)
