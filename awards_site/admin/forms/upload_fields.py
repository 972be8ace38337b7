"""The form fields that take an uploaded file, and the kinds of files."""

from dataclasses import dataclass

from awards_site.admin.forms.fields import Field


@dataclass(frozen=True)
class Media:
    """A kind of file. The browser checks its limits before an upload; the API enforces them."""

    name: str
    """The files' MIME type before the slash, such as 'image'."""
    accepted: str
    """The `accept` attribute of the file input."""
    max_megabytes: int
    wrong_type: str


IMAGE = Media("image", "image/*", 5, "Please upload an image file")
VIDEO = Media("video", "video/mp4,video/webm", 100, "Please upload a video file (MP4 or WEBM)")

IMAGE_HINT = "JPG, PNG, GIF, WEBP, max 5MB"
"""The help text of image fields."""


@dataclass(frozen=True, kw_only=True)
class UploadField(Field):
    """The URL of a file: typed, or set by an upload to the endpoint `upload`.

    `failed` is the title and the text of the toast for a failed upload, in which `{message}` is
    replaced by the reason. With `no_file`, uploads start by a separate button, which shows that
    title and text as a toast if no file is selected.
    """

    upload: str
    upload_field: str = "file"
    media: Media = IMAGE
    upload_label: str = ""
    """By default 'Upload image' or 'Upload video'."""
    failed: tuple[str, str] = ("Upload Failed", "Could not upload image. Please try again.")
    no_file: tuple[str, str] | None = None
