"""The upload endpoints with their file types, size limits and permissions."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO

from awards_site.auth.permissions import Permission
from awards_site.core.units import MEGABYTE
from awards_site.uploads.image_process import clean_upload
from awards_site.uploads.videos import video_extension


@dataclass(frozen=True)
class FileType:
    """A type of file with its size limit.

    `check` returns the content of an upload as it is stored, and its extension.
    """

    max_bytes: int
    too_large: str
    check: Callable[[BinaryIO], tuple[BinaryIO, str]]


IMAGE = FileType(5 * MEGABYTE, "Image must be less than 5MB", clean_upload)
VIDEO = FileType(
    100 * MEGABYTE, "Video must be less than 100MB", lambda video: (video, video_extension(video))
)


@dataclass(frozen=True)
class UploadEndpoint:
    """An upload endpoint and the permission it requires.

    Its files stay in the media library while no record uses them if `is_kept` is set.
    """

    path: str
    file_type: FileType
    permission: Permission
    is_kept: bool = False


ENDPOINTS = (
    UploadEndpoint("/upload/image", IMAGE, Permission.MANAGE_SHOWCASE),
    UploadEndpoint("/uploads/event-image", IMAGE, Permission.MANAGE_SHOWCASE),
    UploadEndpoint("/uploads/nominee-image", IMAGE, Permission.MANAGE_SHOWCASE),
    UploadEndpoint("/uploads/blog-image", IMAGE, Permission.MANAGE_SHOWCASE),
    UploadEndpoint("/uploads/sponsor-logo", IMAGE, Permission.MANAGE_PARTNERS),
    UploadEndpoint("/uploads/cover-page-image", IMAGE, Permission.MANAGE_PARTNERS),
    UploadEndpoint("/uploads/cover-page-video", VIDEO, Permission.MANAGE_PARTNERS),
    UploadEndpoint("/uploads/media-image", IMAGE, Permission.MANAGE_SHOWCASE, is_kept=True),
    UploadEndpoint("/uploads/media-video", VIDEO, Permission.MANAGE_SHOWCASE, is_kept=True),
)
