"""The tables in docs/rules name tests that exist."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted((ROOT / "docs" / "rules").glob("*.md"))
HEADER = "| Rule (spec, section) | Test |\n|---|---|\n"
TEST = re.compile(r"`(?P<path>tests/[\w/]+\.py)::(?P<name>test_\w+)`")


def functions_in(path: str) -> set[str]:
    """Return the names of the functions in a file, which may be missing."""
    file = ROOT / path
    if not file.is_file():
        return set()
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return {
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def rows(page: Path) -> list[str]:
    """Return the lines of a page's table of rules."""
    _, found, table = page.read_text(encoding="utf-8").partition(HEADER)
    assert found, f"{page.name} has no table that begins with {HEADER!r}"
    return table.strip().splitlines()


def test_there_are_tables_of_rules() -> None:
    assert PAGES


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_rule_has_a_test(page: Path) -> None:
    table = rows(page)
    assert table
    without = [row for row in table if not TEST.search(row)]
    assert without == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_named_test_exists(page: Path) -> None:
    named = [match.group("path", "name") for match in TEST.finditer(page.read_text("utf-8"))]
    missing = [f"{path}::{name}" for path, name in named if name not in functions_in(path)]
    assert missing == []
