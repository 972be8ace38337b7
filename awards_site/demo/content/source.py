"""Loads the texts of the demo edition from the TOML and Markdown files in this folder."""

import tomllib
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent

Body = dict[str, Any]
"""The JSON body of an API request; a `MediaPath` stands for the URL of an uploaded file."""


def load_records(name: str) -> list[Body]:
    """Return the `[[record]]` tables of a TOML file, in file order."""
    tables: list[Body] = tomllib.loads(load_text(name))["record"]
    return tables


def load_text(name: str) -> str:
    """Return a stripped text file; `name` is a path relative to `FOLDER`."""
    return (FOLDER / name).read_text(encoding="utf-8").strip()
