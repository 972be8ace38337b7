"""Recognizes uploaded videos by their first bytes."""

from typing import BinaryIO

from awards_site.core.errors import UnsupportedMediaType

NOT_A_VIDEO = "Please upload a video file (MP4 or WEBM)"
_HEADER_BYTES = 4096
_MP4_BRANDS = frozenset(
    {b"isom", b"iso2", b"iso4", b"iso5", b"iso6", b"mp41", b"mp42", b"avc1", b"M4V ", b"MSNV"}
    | {b"M4VH", b"M4VP", b"dash", b"f4v ", b"mmp4"}
)
"""The brands of MP4 files in the ISO base media format; images (HEIC, AVIF) have others."""


def video_extension(upload: BinaryIO) -> str:
    """Return 'mp4' or 'webm'; raise UnsupportedMediaType for anything else."""
    start = upload.read(_HEADER_BYTES)
    upload.seek(0)
    if start[4:8] == b"ftyp" and _MP4_BRANDS & _brands(start):
        return "mp4"
    if start.startswith(b"\x1aE\xdf\xa3") and b"webm" in start:
        return "webm"
    raise UnsupportedMediaType(NOT_A_VIDEO)


def _brands(start: bytes) -> set[bytes]:
    # The box holds its size, 'ftyp', the major brand, a version, and the compatible brands.
    box = start[: int.from_bytes(start[:4])]
    return {start[8:12], *(box[place : place + 4] for place in range(16, len(box), 4))}
