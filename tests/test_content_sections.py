"""The content blocks of all pages are registered, valid, and in docs/content-sections.md."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from awards_site.core.presentation.content_blocks import ContentBlock
from awards_site.pages import content_blocks
from tests.content_sections_page import PAGE, keys, ordering, page

PACKAGE = Path(__file__).resolve().parents[1] / "awards_site"
ALL = ordering()


def test_the_documentation_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: python -m tests.content_sections_page"


def test_every_module_with_content_blocks_is_imported_by_the_api() -> None:
    tree = ast.parse(Path(content_blocks.__file__).read_text())
    imported = {
        f"{node.module}.{name.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
    defining = {
        ".".join((PACKAGE.name, *path.relative_to(PACKAGE).with_suffix("").parts))
        for path in PACKAGE.rglob("*.py")
        if re.search(r"^\w+ = ContentBlock\(", path.read_text(), re.M)
    }
    assert imported == defining, "awards_site/pages/content_blocks.py must import them all"


@pytest.mark.parametrize("block", ALL, ids=lambda block: str(block.identifier))
def test_defaults_are_valid_sections(block: ContentBlock[Any]) -> None:
    content = block.default_content
    assert block.problem(content) is None
    assert block.parse(content) == block.default
    assert block.parse({}) == block.default


@pytest.mark.parametrize("block", ALL, ids=lambda block: str(block.identifier))
def test_all_texts_and_lists_have_limits(block: ContentBlock[Any]) -> None:
    assert [key for key, shape in keys(block.shape) if "None" in shape] == []
    names = [str(field.alias) for field in block.shape.model_fields.values()]
    assert names
    assert [name for name in names if block.problem({name: "x" * 30_000}) is None] == []


@pytest.mark.parametrize("block", ALL, ids=lambda block: str(block.identifier))
def test_identifiers_have_a_known_prefix(block: ContentBlock[Any]) -> None:
    assert re.fullmatch(r"(home|page|legal|mail)\.[a-z-]+", block.identifier)
