"""The tables in docs/rules name existing tests, and referenced documents exist."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted((ROOT / "docs" / "rules").glob("*.md"))
SECURITY = ROOT / "docs" / "security.md"
HEADER = "| Rule | Test |\n|---|---|\n"
TEST = re.compile(r"`(?P<path>tests/[\w/]+\.py)::(?P<name>test_\w+)`")

TEXTS = [
    path
    for name in ("README.md", "awards_site", "alembic", "assets", "bench", "docs", "tests", "tools")
    for path in sorted([ROOT / name, *(ROOT / name).rglob("*")])
    if path.suffix in {".py", ".js", ".jsx", ".mjs", ".css", ".md"}
    and not {"node_modules", "external"} & set(path.parts)
    and path != Path(__file__)
]
DOCUMENT = re.compile(r"[\w./-]*\w\.md\b")
DECISION = re.compile(r"\b[Dd]ecisions? (\d+)(?:\]\(\S*?(\d{4})-)?")
ELSEWHERE = re.compile(r"\bspecs?\b|\bspecifications?\b|\(sections? \d| \(decisions,", re.I)
"""References to documents that are not in the repository."""


@cache
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


def test_rule_tables_exist() -> None:
    assert PAGES


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_rule_has_a_test(page: Path) -> None:
    table = rows(page)
    assert table
    without = [row for row in table if not TEST.search(row)]
    assert without == []


@pytest.mark.parametrize("page", [*PAGES, SECURITY], ids=lambda page: page.stem)
def test_every_named_test_exists(page: Path) -> None:
    named = [match.group("path", "name") for match in TEST.finditer(page.read_text("utf-8"))]
    missing = [f"{path}::{name}" for path, name in named if name not in functions_in(path)]
    assert missing == []


def references() -> Iterator[tuple[Path, re.Match[str]]]:
    """Yield each mention of a document, with the file that it is in."""
    for path in TEXTS:
        text = path.read_text(encoding="utf-8")
        for match in DOCUMENT.finditer(text):
            yield path, match


def test_named_documents_exist() -> None:
    found = list(references())
    assert found
    missing = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path, match in found
        if not any((folder / match[0]).is_file() for folder in (ROOT, ROOT / "docs", path.parent))
    ]
    assert missing == []


def test_numbered_decisions_exist() -> None:
    numbers = {path.name[:4] for path in (ROOT / "docs" / "decisions").glob("*.md")}
    wrong = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in TEXTS
        for match in DECISION.finditer(path.read_text(encoding="utf-8"))
        if (number := f"{int(match[1]):04}") not in numbers or match[2] not in {None, number}
    ]
    assert numbers
    assert wrong == []


def test_no_missing_document_is_referenced() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in TEXTS
        for match in ELSEWHERE.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []
