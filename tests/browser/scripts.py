"""Runs a script of the site's own that needs no page: a module of pure functions."""

import base64
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import Browser

SOURCES = Path(__file__).resolve().parents[2] / "awards_site"


class Call(Protocol):
    """Calls an exported function of a script and returns its answer."""

    def __call__(self, function: str, *arguments: Any) -> Any:
        """Return the answer of `function(...arguments)`; both sides must be JSON."""
        ...


@contextmanager
def module(browser: Browser, path: str) -> Iterator[Call]:
    """Load the script at `path` below `awards_site/` into an empty page."""
    source = base64.b64encode((SOURCES / path).read_bytes()).decode()
    page = browser.new_page()
    address = f"data:text/javascript;base64,{source}"
    page.evaluate("async (address) => { window.tested = await import(address) }", address)
    try:
        yield lambda function, *arguments: page.evaluate(
            "([name, values]) => window.tested[name](...values)", [function, list(arguments)]
        )
    finally:
        page.close()
