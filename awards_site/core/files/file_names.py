"""Names and URLs of uploaded files and of their variants.

The variants of an image can be made again: those of `/uploads/abc.jpg` are
`/uploads/sizes/abc.480.avif` and so on, described by `sizes/abc.json`.
"""

import re

UPLOADS_URL = "/uploads"
"""The URL path of stored files."""

VARIANTS_DIR = "sizes"
"""The folder of the image variants inside the uploads, in the storage and in URLs."""

FILE_URL = re.compile(rf"{UPLOADS_URL}/([A-Za-z0-9_-]+\.\w+)")
"""The URL of a stored file within a text, whose group is the name."""

MEDIA_TYPES = {
    "jpg": "image/jpeg",
    "png": "image/png",
    "gif": "image/gif",
    "webp": "image/webp",
    "avif": "image/avif",
    "svg": "image/svg+xml",
    "mp4": "video/mp4",
    "webm": "video/webm",
}

_STEM = r"[A-Za-z0-9_-]{1,64}"
_ORIGINAL = re.compile(rf"{_STEM}\.({'|'.join(MEDIA_TYPES)})")
_VARIANT = re.compile(rf"{VARIANTS_DIR}/{_STEM}\.[0-9]{{1,5}}\.(avif|webp)")
_DESCRIPTION = re.compile(rf"{VARIANTS_DIR}/{_STEM}\.json")


def is_original(name: str) -> bool:
    """Return whether a file of this name is an upload, and not a variant of one."""
    return bool(_ORIGINAL.fullmatch(name))


def is_image(name: str) -> bool:
    return is_original(name) and media_type(name).startswith("image/")


def is_description(name: str) -> bool:
    """Return whether a file of this name describes the variants of an image."""
    return bool(_DESCRIPTION.fullmatch(name))


def is_public_file(name: str) -> bool:
    """Return whether visitors may see a stored file of this name."""
    return is_original(name) or bool(_VARIANT.fullmatch(name))


def media_type(name: str) -> str:
    """Return the media type of a file that visitors may see."""
    return MEDIA_TYPES[name.rpartition(".")[2]]


def stem_of(name: str) -> str:
    """Return the random part of a name, which an image and its variants share."""
    return name.rpartition("/")[2].partition(".")[0]


def file_url(name: str) -> str:
    return f"{UPLOADS_URL}/{name}"


def stored_name(url: str) -> str | None:
    """Return the name of the stored file at a URL, or None for a URL of something else."""
    folder, _, name = url.rpartition("/")
    return name if folder == UPLOADS_URL and is_original(name) else None
