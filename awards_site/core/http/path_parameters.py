"""Path parameters: ids, years and months. A malformed id, such as 10**30, is a 404."""

from typing import Annotated, Any

from fastapi import Path
from pydantic import BeforeValidator

from awards_site.core.errors import NotFound
from awards_site.core.validation import MAX_INTEGER, Number


def _parse_id(value: Any) -> int:
    text = str(value)
    # Check the length first: parsing a number of many digits is slow.
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(MAX_INTEGER))
    if not is_number or not 0 < int(text) <= MAX_INTEGER:
        raise NotFound("Not found")
    return int(text)


Id = Annotated[int, Path(description="The id.", ge=1, le=MAX_INTEGER), BeforeValidator(_parse_id)]

Year = Annotated[int, Number(1, 9999, label="year"), Path()]
Month = Annotated[int, Number(1, 12, label="month"), Path()]
