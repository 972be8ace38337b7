"""The content blocks of all pages are registered, have valid defaults, and limits."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from awards_site.core.presentation.content_blocks import CONTENT_BLOCKS, ContentBlock
from awards_site.features.content.admin_editor import FormField, block_form
from awards_site.pages import content_blocks

PACKAGE = Path(__file__).resolve().parents[1] / "awards_site"
assert content_blocks.__all__, "the registry is filled by importing the texts of every page"
ALL = list(CONTENT_BLOCKS.values())


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


def lists(fields: tuple[FormField, ...]) -> Iterator[FormField]:
    """Yield all lists among fields and inside them."""
    for field in fields:
        if field.kind == "list":
            yield field
        yield from lists((*field.fields, *([field.item] if field.item else [])))


@pytest.mark.parametrize("block", ALL, ids=lambda block: str(block.identifier))
def test_all_texts_and_lists_have_limits(block: ContentBlock[Any]) -> None:
    assert [field.key for field in lists(block_form(block).fields) if not field.max] == []
    names = [str(field.alias) for field in block.shape.model_fields.values()]
    assert names
    assert [name for name in names if block.problem({name: "x" * 30_000}) is None] == []
