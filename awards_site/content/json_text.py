"""A content section's JSON as the text that people read and type."""

import json
from typing import Any


def written(content: Any) -> str:
    """Return a JSON value as people read it: indented, with its letters as they are."""
    return json.dumps(content, indent=2, ensure_ascii=False)


def read(text: str) -> Any:
    """Return the JSON value of a text; raise ValueError when it is none that can be sent."""
    try:
        value = json.loads(text)
        # Python reads NaN, Infinity and lone surrogates, too, which no JSON can carry on.
        json.dumps(value, allow_nan=False, ensure_ascii=False).encode()
    except RecursionError as error:
        raise ValueError("The JSON is nested too deeply") from error
    return value
