"""The content sections of the demo edition: the legal texts, for staff to adapt."""

from datetime import date

from awards_site.demo.content.source import Body
from awards_site.pages.legal.content import COOKIES, PRIVACY, TERMS


def content_sections(_today: date) -> list[Body]:
    """Return the bodies for `POST /api/admin/content`: the default legal pages."""
    return [
        {
            "name": fixed.name,
            "identifier": fixed.identifier,
            "content": fixed.default_content,
        }
        for fixed in (PRIVACY, TERMS, COOKIES)
    ]
