"""The fixed texts of all pages: registered, valid, and documented in docs/content-sections.md."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from awards_site.core.fixed_content import FixedContent
from awards_site.pages import fixed_texts
from tests.content_sections_page import PAGE, in_order, keys, page

PACKAGE = Path(__file__).resolve().parents[1] / "awards_site"
ALL = in_order()


def test_the_documentation_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: python -m tests.content_sections_page"


def test_every_module_that_defines_fixed_texts_is_imported_where_the_api_starts() -> None:
    tree = ast.parse(Path(fixed_texts.__file__).read_text())
    imported = {
        f"{node.module}.{name.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
    defining = {
        ".".join((PACKAGE.name, *path.relative_to(PACKAGE).with_suffix("").parts))
        for path in PACKAGE.rglob("*.py")
        if re.search(r"^\w+ = FixedContent\(", path.read_text(), re.M)
    }
    assert imported == defining, "awards_site/pages/fixed_texts.py must import them all"


@pytest.mark.parametrize("fixed", ALL, ids=lambda fixed: str(fixed.identifier))
def test_a_default_is_what_a_section_may_hold(fixed: FixedContent[Any]) -> None:
    content = fixed.default.model_dump(mode="json", by_alias=True)
    assert fixed.problem(content) is None
    assert fixed.parse(content) == fixed.default
    assert fixed.parse({}) == fixed.default


@pytest.mark.parametrize("fixed", ALL, ids=lambda fixed: str(fixed.identifier))
def test_everything_is_bounded(fixed: FixedContent[Any]) -> None:
    assert [key for key, shape in keys(fixed.shape) if "None" in shape] == []
    for name in fixed.shape.model_fields:
        key = fixed.shape.model_fields[name].alias
        assert fixed.problem({str(key): "x" * 30_000}) is not None


@pytest.mark.parametrize("fixed", ALL, ids=lambda fixed: str(fixed.identifier))
def test_identifiers_name_a_page_or_a_part_of_it(fixed: FixedContent[Any]) -> None:
    assert re.fullmatch(r"(home|page|legal)\.[a-z-]+", fixed.identifier)
