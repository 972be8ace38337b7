"""Sanitizes an upload in a subprocess, so that a hostile image cannot take the server down."""

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import BinaryIO

from awards_site.core.errors import ApiError, Invalid, UnsupportedMediaType
from awards_site.core.logs.logger import get_logger
from awards_site.core.units import MEGABYTE
from awards_site.uploads import images
from awards_site.uploads.images import Refusal

TIME_LIMIT = 60.0
"""The seconds after which an image is given up; one of the largest size takes about ten."""
MEMORY_LIMIT = 1280 * MEGABYTE
"""The memory of the program in bytes; an image of the largest size takes about 900 MB."""
NOT_AN_IMAGE = "Please upload an image file (JPG, PNG, GIF or WEBP)"
TOO_MANY_PIXELS = "The image has too many pixels. Please make it smaller than 40 megapixels."
TOO_LONG_ANIMATION = (
    f"The animation has too many pixels or frames. Please keep it under {images.MAX_FRAMES} frames"
    f" and {images.MAX_FRAME_PIXELS // 1_000_000} megapixels in total."
)
TOO_COSTLY = "The image takes too much time or memory to read. Please upload a smaller one."

_ROOT = Path(__file__).resolve().parents[2]
# Not the settings, which hold secrets.
_INHERITED = ("PATH", "LD_LIBRARY_PATH", "SYSTEMROOT")

log = get_logger(__name__)


def clean_upload(upload: BinaryIO) -> tuple[BinaryIO, str]:
    """Return the content of an image as it is stored, and its extension (`images.clean_image`).

    Raises UnsupportedMediaType unless it is an image, and Invalid if it is too large or takes more
    than TIME_LIMIT or the program's memory limit.
    """
    try:
        outcome = subprocess.run(  # noqa: S603
            [sys.executable, "-m", images.__name__, str(MEMORY_LIMIT)],
            input=upload.read(),
            capture_output=True,
            timeout=TIME_LIMIT,
            check=False,
            cwd=_ROOT,
            env={name: os.environ[name] for name in _INHERITED if name in os.environ},
        )
    except subprocess.TimeoutExpired as error:
        log.warning("image processing timed out", seconds=TIME_LIMIT)
        raise Invalid({"file": TOO_COSTLY}) from error
    if outcome.returncode:
        raise _refusal(outcome)
    extension, _, content = outcome.stdout.partition(b"\n")
    return io.BytesIO(content), extension.decode()


def _refusal(outcome: subprocess.CompletedProcess[bytes]) -> ApiError:
    match outcome.returncode:
        case Refusal.UNREADABLE:
            return UnsupportedMediaType(NOT_AN_IMAGE)
        case Refusal.TOO_MANY_PIXELS:
            return Invalid({"file": TOO_MANY_PIXELS})
        case Refusal.TOO_LONG_ANIMATION:
            return Invalid({"file": TOO_LONG_ANIMATION})
    last_line = outcome.stderr.decode(errors="replace").strip().rpartition("\n")[2][:200]
    log.warning("image processing failed", exit_code=outcome.returncode, error=last_line)
    return Invalid({"file": TOO_COSTLY})
