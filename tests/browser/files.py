"""Files that browser tests choose for uploads."""

from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import FilePayload

VIDEO_FILE = (
    Path(__file__).resolve().parents[2]
    / "awards_site"
    / "operations"
    / "demo"
    / "media"
    / "heroes"
    / "gold-drift.webm"
)


def image_file(
    name: str = "image.png", colour: str = "plum", size: tuple[int, int] = (64, 36)
) -> FilePayload:
    data = BytesIO()
    Image.new("RGB", size, colour).save(data, "PNG")
    return {"name": name, "mimeType": "image/png", "buffer": data.getvalue()}


def video_file() -> FilePayload:
    return {"name": "film.webm", "mimeType": "video/webm", "buffer": VIDEO_FILE.read_bytes()}


def fake_file(name: str = "fake.png", kind: str = "image/png") -> FilePayload:
    """Return a file whose content does not match its name and type."""
    return {"name": name, "mimeType": kind, "buffer": b"words"}


def large_file(megabytes: int, name: str = "large.png", kind: str = "image/png") -> FilePayload:
    """Return a file that is one byte larger than `megabytes`."""
    return {"name": name, "mimeType": kind, "buffer": b"x" * (megabytes * 1024 * 1024 + 1)}
