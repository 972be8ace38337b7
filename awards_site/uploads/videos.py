"""Videos that come in: recognised by their first bytes, not by their names."""

from typing import BinaryIO

from awards_site.core.errors import UnsupportedKind

NOT_A_VIDEO = "Please upload a video file (MP4 or WEBM)"
_LOOKED_AT = 4096


def video_extension(upload: BinaryIO) -> str:
    """Return 'mp4' or 'webm'; raise UnsupportedKind for anything else."""
    start = upload.read(_LOOKED_AT)
    upload.seek(0)
    if start[4:8] == b"ftyp":
        return "mp4"
    if start.startswith(b"\x1aE\xdf\xa3") and b"webm" in start:
        return "webm"
    raise UnsupportedKind(NOT_A_VIDEO)
