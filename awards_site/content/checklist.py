"""What staff should bring up to date in the texts of pages."""

from collections.abc import Iterator, Sequence
from typing import Any

from sqlmodel import Session, select

from awards_site.auth.permissions import Permission
from awards_site.content.models import ContentSection
from awards_site.content.service import sections
from awards_site.core.presentation.content_blocks import CONTENT_BLOCKS
from awards_site.resources.checklist import Checklist, links_in


def _outdated(section: ContentSection) -> str:
    block = CONTENT_BLOCKS.get(section.identifier)
    if block is None or block.problem(section.content):
        return ""
    return "; ".join(block.outdated(block.parse(section.content)))


class ContentChecklist(Checklist):
    """Checks default texts as well, as sections that are not stored."""

    def published(self, session: Session, limit: int | None = None) -> Sequence[ContentSection]:
        stored = session.exec(select(ContentSection)).all()
        overridden = {section.identifier for section in stored}
        defaults = [
            ContentSection(name=block.name, identifier=block.identifier, content={})
            for block in CONTENT_BLOCKS.values()
            if block.identifier not in overridden
        ]
        return [*stored, *defaults]

    def links(self, record: Any) -> Iterator[str]:
        """Yield the links in the Markdown of a section."""
        block = CONTENT_BLOCKS.get(record.identifier)
        for name in block.shape.source_fields if block else ():
            if isinstance(markdown := record.content.get(name), str):
                yield from links_in(markdown)

    def published_links(self, session: Session) -> Iterator[str]:
        for row in session.exec(select(ContentSection.identifier, ContentSection.content)):
            yield from self.links(row)


CHECKLIST = ContentChecklist(
    sections, Permission.EDIT_CONTENT, "/admin/content", checks=(_outdated,)
)
