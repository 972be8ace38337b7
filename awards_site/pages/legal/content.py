"""The texts of /privacy, /terms and /cookies, in Markdown (decisions, "Pages that are linked")."""

from pathlib import Path
from string import Template

from awards_site.core.fixed_content import FixedContent, FixedTexts, Line, LongText
from awards_site.settings import settings

_TEXTS = Path(__file__).parent / "texts"


class LegalTexts(FixedTexts):
    """A page's title, and its text in Markdown."""

    title: Line
    markdown: LongText


def _default(title: str, name: str) -> LegalTexts:
    markdown = Template((_TEXTS / f"{name}.md").read_text(encoding="utf-8").strip())
    return LegalTexts(title=title, markdown=markdown.substitute(programme=settings().programme))


PRIVACY = FixedContent("legal.privacy", "Privacy Policy", _default("Privacy Policy", "privacy"))
TERMS = FixedContent("legal.terms", "Terms of Use", _default("Terms of Use", "terms"))
COOKIES = FixedContent("legal.cookies", "Cookie Policy", _default("Cookie Policy", "cookies"))
