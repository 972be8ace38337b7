"""Use cases of content sections that other records do not have."""

from typing import Any

from awards_site.accounts.callers import Caller, use_case
from awards_site.accounts.permissions import Permission
from awards_site.core.database.managed_record import ManagedRecord
from awards_site.core.database.sessions import reading
from awards_site.core.presentation.content_blocks import ContentBlock
from awards_site.features.content.entity import ContentBlockStaff, ContentEdit, sections


@use_case(Permission.EDIT_CONTENT)
def read_edits(_caller: Caller, section_id: int) -> list[ContentEdit]:
    """Return a section's edits, newest first. Raises NotFound."""
    with reading() as session:
        return sections.list_edits(session, section_id)


@use_case(Permission.LIST_CONTENT)
def list_blocks(_caller: Caller) -> list[ContentBlockStaff]:
    """Return all content blocks, ordered by name, with the sections that override them."""
    with reading() as session:
        return sections.list_blocks(session)


@use_case(Permission.LIST_CONTENT)
def find_replacement(_caller: Caller, block: ContentBlock[Any]) -> ManagedRecord | None:
    """Return the record whose texts visitors see instead of some of a block, or None."""
    if block.replaced_by is None:
        return None
    with reading() as session:
        return block.replaced_by.find(session)
