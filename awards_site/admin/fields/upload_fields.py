"""The form fields that take an uploaded file, and the kinds of files."""

from dataclasses import dataclass

from awards_site.admin.fields.field_types import Field


@dataclass(frozen=True)
class Media:
    """A kind of file. The browser checks its limits before an upload; the API enforces them."""

    mime_type_prefix: str
    """The files' MIME type before the slash, such as 'image'."""
    accept: str
    """The `accept` attribute of the file input."""
    max_megabytes: int
    wrong_type_message: str


IMAGE = Media("image", "image/*", 5, "Please upload an image file")
VIDEO = Media("video", "video/mp4,video/webm", 100, "Please upload a video file (MP4 or WEBM)")

IMAGE_HINT = "JPG, PNG, GIF, WEBP, max 5MB"
"""The help text of image fields."""


@dataclass(frozen=True, kw_only=True)
class UploadField(Field):
    """The URL of a file: typed, or set by an upload to the endpoint `upload_path`.

    A toast is a title and a text; `{message}` in `failed_toast` is replaced by the reason. If
    `no_file_toast` is set, a separate button starts the upload; without a selected file it shows
    that toast.
    """

    upload_path: str
    form_data_key: str = "file"
    media: Media = IMAGE
    upload_label: str = ""
    """By default 'Upload image' or 'Upload video'."""
    failed_toast: tuple[str, str] = ("Upload Failed", "Could not upload image. Please try again.")
    no_file_toast: tuple[str, str] | None = None
