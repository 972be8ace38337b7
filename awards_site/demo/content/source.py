"""Reads the prose of the demo edition, which lies beside the modules as TOML and Markdown."""

import tomllib
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def records(name: str) -> list[dict[str, Any]]:
    """The `[[record]]` tables of the TOML file `name`, in the order in which they are written."""
    tables: list[dict[str, Any]] = tomllib.loads(text(name))["record"]
    return tables


def text(name: str) -> str:
    """The text of the file `name`, a path relative to this folder, without outer blank lines."""
    return (HERE / name).read_text(encoding="utf-8").strip()
