"""Ids and years in paths: an id that names nothing is not found, a word or 10**30 included."""

from typing import Annotated, Any

from fastapi import Path
from pydantic import BeforeValidator

from awards_site.core.errors import NotFound
from awards_site.core.rules import LARGEST_INTEGER


def _known_form(value: Any) -> int:
    text = str(value)
    if not (text.isascii() and text.isdigit() and len(text) <= 10 and 0 < int(text)):
        raise NotFound("Not found")
    if int(text) > LARGEST_INTEGER:
        raise NotFound("Not found")
    return int(text)


Id = Annotated[int, Path(description="The id."), BeforeValidator(_known_form)]

Year = Annotated[int, Path(description="A calendar year.", ge=1, le=9999)]
