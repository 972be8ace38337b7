"""Ids, years and months in paths; an id that names nothing, such as 10**30, is not found."""

from typing import Annotated, Any

from fastapi import Path
from pydantic import BeforeValidator

from awards_site.core.errors import NotFound
from awards_site.core.validators import MAX_INTEGER, Number


def _known_form(value: Any) -> int:
    text = str(value)
    # The length is looked at first: to read a number of many digits takes long.
    readable = text.isascii() and text.isdigit() and len(text) <= len(str(MAX_INTEGER))
    if not readable or not 0 < int(text) <= MAX_INTEGER:
        raise NotFound("There is nothing with this id")
    return int(text)


Id = Annotated[int, Path(description="The id."), BeforeValidator(_known_form)]

Year = Annotated[int, Number(1, 9999, label="year"), Path()]
Month = Annotated[int, Number(1, 12, label="month"), Path()]
