"""Fields for files: what their input knows of where files go, and what is said of failures."""

from typing import Any

import reflex as rx

from awards_site.admin.controls import ERROR, INPUT, button_class
from awards_site.admin.fields import UploadField
from awards_site.ui.request import REQUEST_SCRIPT

UPLOAD_SCRIPT = rx.asset("upload.jsx", shared=True)
"""What inputs for files import; naming it where one is declared puts it into the build."""
_IMPORTED_SCRIPTS = (REQUEST_SCRIPT,)
"""What upload.jsx imports; naming it here puts it into the build."""

_PREVIEW = (
    "grid h-24 flex-none place-items-center overflow-hidden rounded-md border border-line bg-ground"
)
UPLOAD_LOOK = {
    "input": INPUT,
    "button": button_class("quiet"),
    "error": ERROR,
    "image": f"{_PREVIEW} w-24",
    "video": f"{_PREVIEW} w-44",
}
"""The classes of an upload's parts, by part."""


class UploadInput(rx.Component):
    """The wrapped field of `upload_input.jsx`; uploads run in the browser."""

    library = rx.asset("upload_input.jsx", shared=True).importable_path
    tag = "UploadInput"

    input_id: rx.Var[str]
    name: rx.Var[str]
    default_value: rx.Var[str]
    source: rx.Var[dict[str, Any]]
    invalid: rx.Var[bool]
    required: rx.Var[bool]
    described_by: rx.Var[str]
    look: rx.Var[dict[str, str]]


def upload_source(field: UploadField) -> dict[str, Any]:
    """Return where a field's files are sent and what is said, as `useUpload` takes it."""
    return {
        "endpoint": field.upload,
        "field": field.upload_field,
        "media": field.media,
        "accept": field.accepted,
        "maxBytes": field.largest,
        "uploadLabel": field.upload_label,
        "chooseLabel": field.upload_label.replace("Upload", "Choose"),
        "nothing": f"No {field.media}",
        "nothingThere": f"No {'picture' if field.media == 'image' else 'video'} at this address",
        "notices": {
            "tooLarge": field.too_large,
            "wrongType": field.wrong_type,
            "failed": field.failed,
            "noFile": field.no_file,
        },
    }
