"""Fields for files: what their input knows of where files go, and what is said of failures."""

from typing import Any

import reflex as rx

from awards_site.admin.forms.bound_field import FieldInput
from awards_site.admin.forms.fields import IMAGE, UploadField
from awards_site.ui.queries.request import REQUEST_SCRIPT

UPLOAD_SCRIPT = rx.asset("upload.jsx", shared=True)
"""What inputs for files import; naming it where one is declared puts it into the build."""
_IMPORTED_SCRIPTS = (REQUEST_SCRIPT,)


class UploadInput(FieldInput):
    """The wrapped field of `upload_input.jsx`; uploads run in the browser."""

    library = rx.asset("upload_input.jsx", shared=True).importable_path
    tag = "UploadInput"

    source: rx.Var[dict[str, Any]]


def upload_source(field: UploadField) -> dict[str, Any]:
    """Return where a field's files are sent and what is said, as `useUpload` takes it."""
    media = field.media
    label = field.upload_label or f"Upload {media.name}"
    return {
        "endpoint": field.upload,
        "field": field.upload_field,
        "media": media.name,
        "accept": media.accepted,
        "maxBytes": media.max_megabytes * 1024 * 1024,
        "uploadLabel": label,
        "chooseLabel": label.replace("Upload", "Choose"),
        "nothing": f"No {media.name}",
        "nothingThere": f"No {'picture' if media == IMAGE else 'video'} at this address",
        "notices": {
            "tooLarge": (
                "File too large",
                f"{media.name.capitalize()} must be less than {media.max_megabytes}MB",
            ),
            "wrongType": ("Invalid file type", media.wrong_type),
            "failed": field.failed,
            "noFile": field.no_file,
        },
    }
