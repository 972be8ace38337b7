"""Formats and parses the JSON of a content section."""

import json
from typing import Any


def format_json(content: Any) -> str:
    """Return a JSON value indented by two spaces, without escaping non-ASCII characters."""
    return json.dumps(content, indent=2, ensure_ascii=False)


def parse_json(text: str) -> Any:
    """Return the value of a JSON text. Raises ValueError if it is not valid JSON."""
    try:
        value = json.loads(text)
        # Python's parser accepts NaN, Infinity and lone surrogates, which are not valid JSON.
        json.dumps(value, allow_nan=False, ensure_ascii=False).encode()
    except RecursionError as error:
        raise ValueError("The JSON is nested too deeply") from error
    return value
