"""The head of a nominee's page: title, description, social image and structured data."""

from awards_site.core import paths
from awards_site.core.presentation.texts import summary
from awards_site.nominees.models import NomineeCategory
from awards_site.nominees.social_card import social_card
from awards_site.nominees.view import NomineeView
from awards_site.settings import settings
from awards_site.ui.pages.public_page import Head
from awards_site.ui.pages.structured_data import Thing, absolute, external_urls, record_json_ld


def nominee_head(nominee: NomineeView) -> Head:
    award = _award(nominee)
    name, path = nominee.name, nominee.path
    # Under embargo, title and company may be missing, and so may the biography.
    position = f", {nominee.title} of {nominee.company}" if nominee.company else ""
    return Head(
        name,
        summary(f"{name}{position}: {award}. {nominee.bio}"),
        image=social_card(nominee).url,
        image_alt=f"{name}, {award}",
        og_type="profile",
        json_ld=record_json_ld(_person(nominee, award), ("Nominees", paths.NOMINEES), (name, path)),
    )


def _award(nominee: NomineeView) -> str:
    award = "Winner" if nominee.is_winner else "Finalist" if nominee.is_finalist else "Honoree"
    category = NomineeCategory.labels().get(nominee.category, nominee.category)
    return f"{award} {nominee.year}, {category}, {settings().programme}"


def _person(nominee: NomineeView, award: str) -> Thing:
    return {
        "@type": "Person",
        "@id": absolute(f"{nominee.path}#person"),
        "name": nominee.name,
        "jobTitle": nominee.title,
        "worksFor": nominee.company and {"@type": "Organization", "name": nominee.company},
        "description": summary(nominee.bio, 400),
        "image": absolute(nominee.image_url or ""),
        "url": absolute(nominee.path),
        "award": award,
        "sameAs": external_urls(nominee.linkedin_link, nominee.website_link),
    }
