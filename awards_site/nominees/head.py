"""The head of an honoree's page: her award in a line, and who she is for search engines."""

from typing import Any

from awards_site.core import paths
from awards_site.core.texts import summary
from awards_site.nominees.models import NomineeCategory
from awards_site.settings import settings
from awards_site.social_images.cards import nominee_card
from awards_site.ui.pages.public_page import Head
from awards_site.ui.pages.structured_data import (
    absolute,
    as_json_ld,
    breadcrumbs,
    other_sites,
    programme,
)


def nominee_head(nominee: dict[str, Any]) -> Head:
    award = _award(nominee)
    name, path = nominee["name"], nominee["path"]
    return Head(
        name,
        summary(f"{name}, {nominee['title']} of {nominee['company']}: {award}. {nominee['bio']}"),
        image=nominee_card(nominee).address,
        image_alt=f"{name}, {award}",
        kind="profile",
        structured=as_json_ld(
            _person(nominee, award),
            programme(),
            breadcrumbs(("Nominees", paths.NOMINEES), (name, path)),
        ),
    )


def _award(nominee: dict[str, Any]) -> str:
    standing = (
        "Winner" if nominee["isWinner"] else "Finalist" if nominee["isFinalist"] else "Honoree"
    )
    category = NomineeCategory.labels().get(nominee["category"], nominee["category"])
    return f"{standing} {nominee['year']}, {category}, {settings().programme}"


def _person(nominee: dict[str, Any], award: str) -> dict[str, Any]:
    return {
        "@type": "Person",
        "@id": absolute(f"{nominee['path']}#person"),
        "name": nominee["name"],
        "jobTitle": nominee["title"],
        "worksFor": {"@type": "Organization", "name": nominee["company"]},
        "description": summary(nominee["bio"], 400),
        "image": absolute(nominee["image"]["src"]),
        "url": absolute(nominee["path"]),
        "award": award,
        "sameAs": other_sites(nominee["linkedinLink"], nominee["websiteLink"]),
    }
