"""The upload endpoints: which kind of file each takes, how large, and from whom."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO

from awards_site.auth.permissions import Permission
from awards_site.core.files import storage
from awards_site.core.http.body_limit import MEGABYTE
from awards_site.uploads.images import clean_image
from awards_site.uploads.videos import video_extension


def keep_image(upload: BinaryIO) -> str:
    image = clean_image(upload)
    return storage().save(image.content, image.extension)


def keep_video(upload: BinaryIO) -> str:
    return storage().save(upload, video_extension(upload))


@dataclass(frozen=True)
class Kind:
    """A kind of file: its largest size in bytes, what is said beyond it, and how it is kept."""

    largest: int
    too_large: str
    keep: Callable[[BinaryIO], str]


IMAGE = Kind(5 * MEGABYTE, "Image must be less than 5MB", keep_image)
VIDEO = Kind(100 * MEGABYTE, "Video must be less than 100MB", keep_video)


@dataclass(frozen=True)
class UploadEndpoint:
    """Where a kind of file is taken, and from whom."""

    path: str
    kind: Kind
    permission: Permission


ENDPOINTS = (
    UploadEndpoint("/upload/image", IMAGE, Permission.MANAGE_SHOWCASE),
    UploadEndpoint("/uploads/event-image", IMAGE, Permission.MANAGE_SHOWCASE),
    UploadEndpoint("/uploads/nominee-image", IMAGE, Permission.MANAGE_SHOWCASE),
    UploadEndpoint("/uploads/blog-image", IMAGE, Permission.MANAGE_SHOWCASE),
    UploadEndpoint("/uploads/sponsor-logo", IMAGE, Permission.MANAGE_PARTNERS),
    UploadEndpoint("/uploads/cover-page-image", IMAGE, Permission.MANAGE_PARTNERS),
    UploadEndpoint("/uploads/cover-page-video", VIDEO, Permission.MANAGE_PARTNERS),
)
