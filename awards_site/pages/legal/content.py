"""The default texts of /privacy, /terms and /cookies, in Markdown."""

from pathlib import Path
from string import Template
from typing import Annotated

from pydantic import Field, computed_field

from awards_site.core.presentation.content_blocks import BlockSchema, ContentBlock, Line, LongText
from awards_site.core.presentation.markdown import safe_html
from awards_site.settings import settings

_TEXTS = Path(__file__).parent / "texts"


class LegalTexts(BlockSchema):
    """A legal page's title, and its text in Markdown."""

    source_fields = frozenset({"markdown"})

    title: Line
    markdown: Annotated[LongText, Field(description="CommonMark with tables, without HTML.")]

    @computed_field  # type: ignore[prop-decorator]
    @property
    def html(self) -> str:
        """The text as sanitized HTML."""
        return safe_html(self.markdown)


def _default(title: str, name: str) -> LegalTexts:
    markdown = Template((_TEXTS / f"{name}.md").read_text(encoding="utf-8").strip())
    return LegalTexts(title=title, markdown=markdown.substitute(programme=settings().programme))


PRIVACY = ContentBlock("legal.privacy", "Privacy Policy", _default("Privacy Policy", "privacy"))
TERMS = ContentBlock("legal.terms", "Terms of Use", _default("Terms of Use", "terms"))
COOKIES = ContentBlock("legal.cookies", "Cookie Policy", _default("Cookie Policy", "cookies"))
