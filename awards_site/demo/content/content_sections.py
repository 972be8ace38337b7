"""The content sections that staff find in the editor: the legal texts, ready to be adapted."""

from datetime import date
from typing import Any

from awards_site.pages.legal.content import COOKIES, PRIVACY, TERMS


def content_sections(_today: date) -> list[dict[str, Any]]:
    """Bodies for `POST /api/admin/content`: the legal pages as they ship with the site."""
    return [
        {
            "name": fixed.name,
            "identifier": fixed.identifier,
            "content": fixed.default.model_dump(mode="json", by_alias=True, round_trip=True),
        }
        for fixed in (PRIVACY, TERMS, COOKIES)
    ]
