"""The content sections that staff find in the editor: legal texts and an announcement."""

from datetime import date
from typing import Any

from awards_site.demo.content.source import text

# Identifier, and title of a legal page; its Markdown is the file of the same name in legal/.
_LEGAL_PAGES = {
    "privacy": "Privacy Policy",
    "terms": "Terms of Use",
    "cookies": "Cookie Policy",
}


def content_sections(today: date) -> list[dict[str, Any]]:
    """Bodies for `POST /api/admin/content`.

    `legal.*` hold `{"title", "markdown"}`, `home.announcement` holds `{"text"}`.
    """
    legal = [
        {
            "name": title,
            "identifier": f"legal.{page}",
            "content": {"title": title, "markdown": text(f"legal/{page}.md")},
        }
        for page, title in _LEGAL_PAGES.items()
    ]
    announcement = {
        "name": "Home announcement",
        "identifier": "home.announcement",
        "content": {
            "text": f"The {today.year} finalists are announced. Meet them at Homecoming Weekend.",
        },
    }
    return [*legal, announcement]
