"""What is sent to import a file, or to preview that."""

import hashlib
import json
import re

from pydantic import TypeAdapter, ValidationError
from starlette.datastructures import FormData

from awards_site.core.errors import Invalid
from awards_site.core.http.api_docs import file_form

FORM = file_form(
    mapping={"type": "string", "description": "A JSON array of keys"},
    dryRun={"type": "boolean", "default": True},
    withDuplicates={"type": "boolean", "default": False},
    dayFirst={"type": "boolean", "description": "How dates such as 03/04/2026 are read"},
    matches={"type": "integer"},
    key={"type": "string"},
    consent={"type": "boolean", "default": False},
)
"""The body in the documentation of the API."""

MAX_NAME_LENGTH = 200
MAX_KEY_LENGTH = 100

_MAPPING = TypeAdapter(list[str | None])


class ImportRequest:
    """A file, and how it is to be imported. Raises Invalid."""

    def __init__(self, form: FormData, content: bytes, file_name: str) -> None:
        self.content = content
        # PostgreSQL stores no NUL.
        self.file_name = re.sub(r"[\x00-\x1f\x7f]", "", file_name)[:MAX_NAME_LENGTH]
        self.is_dry_run = form.get("dryRun", "true") != "false"
        self.with_duplicates = form.get("withDuplicates") == "true"
        self.day_first = {"true": True, "false": False}.get(str(form.get("dayFirst")))
        self.has_consent = form.get("consent") == "true"
        self.key = str(form.get("key") or "")
        self.matches = _parse_matches(str(form.get("matches", "")))
        self.mapping: list[str | None] | None = None
        if "mapping" in form:
            try:
                self.mapping = _MAPPING.validate_json(str(form["mapping"]))
            except ValidationError:
                raise Invalid({"mapping": "The mapping must be a JSON array"}) from None

    def require_key(self) -> None:
        """Raise Invalid unless it has a key by which it is recognised."""
        if not (0 < len(self.key) <= MAX_KEY_LENGTH and self.key.isprintable()):
            raise Invalid({"key": f"key must have 1 to {MAX_KEY_LENGTH} printable characters"})

    def digest(self, path: str, user_id: int) -> str:
        """Return the hash by which the same import is recognised."""
        options = json.dumps([path, user_id, self.mapping, self.with_duplicates, self.day_first])
        return hashlib.sha256(options.encode() + self.content).hexdigest()


def _parse_matches(text: str) -> int | None:
    """Return the number of records that the caller expects; None if there is none."""
    if not text:
        return None
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise Invalid({"matches": "matches must be the number of records of the preview"})
    return int(text)
