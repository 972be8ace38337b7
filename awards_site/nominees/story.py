"""What the page of one honoree tells: her story, who stands beside her, and the page's head."""

from typing import Any

from awards_site.core.pictures import above_the_fold, responsive_image
from awards_site.nominees.card import NomineeCard, nominee_cards
from awards_site.settings import settings
from awards_site.ui import paths
from awards_site.ui.links import complete_address
from awards_site.ui.neighbours import NamedLink
from awards_site.ui.public_page import Head
from awards_site.ui.structured_data import (
    absolute,
    as_json_ld,
    breadcrumbs,
    programme,
    sites,
    summary,
)


class NomineeStory(NomineeCard):
    """What the page shows of a nominee; texts and links are empty where there are none."""

    edition: str
    bio: str
    achievements: str
    linkedin_url: str
    website_url: str


NO_STORY = NomineeStory(
    id=0,
    path="",
    name="",
    title="",
    company="",
    category="",
    category_label="",
    year=0,
    image=responsive_image(None),
    is_winner=False,
    is_finalist=False,
    edition="",
    bio="",
    achievements="",
    linkedin_url="",
    website_url="",
)


def nominee_story(nominee: dict[str, Any]) -> NomineeStory:
    """Return what the page shows of a nominee as the API answers her."""
    [card] = nominee_cards([nominee])
    above_the_fold([card["image"]])
    return NomineeStory(
        **card,
        edition=f"{settings().short_name} {card['year']} | {card['category_label']}",
        bio=nominee["bio"].strip(),
        achievements=nominee["achievements"].strip(),
        linkedin_url=complete_address(nominee.get("linkedinUrl") or ""),
        website_url=complete_address(nominee.get("websiteUrl") or ""),
    )


def nominee_link(nominee: dict[str, Any]) -> NamedLink:
    """Return the link to the page of a nominee as the API answers her."""
    return NamedLink(name=nominee["name"], path=paths.nominee(nominee["id"], nominee["name"]))


def nominee_head(story: NomineeStory, image: str) -> Head:
    """Return the head of the page; `image` is the path of its picture for shared links."""
    award = _award(story)
    return Head(
        name=story["name"],
        description=summary(
            f"{story['name']}, {story['title']} of {story['company']}: {award}. {story['bio']}"
        ),
        path=story["path"],
        image=image,
        image_alt=f"{story['name']}, {award}",
        kind="profile",
        structured=as_json_ld(
            _person(story, award),
            programme(),
            breadcrumbs(("Nominees", paths.NOMINEES), (story["name"], story["path"])),
        ),
    )


def _award(story: NomineeStory) -> str:
    standing = "Winner" if story["is_winner"] else "Finalist" if story["is_finalist"] else "Honoree"
    return f"{standing} {story['year']}, {story['category_label']}, {settings().programme}"


def _person(story: NomineeStory, award: str) -> dict[str, Any]:
    return {
        "@type": "Person",
        "@id": absolute(f"{story['path']}#person"),
        "name": story["name"],
        "jobTitle": story["title"],
        "worksFor": {"@type": "Organization", "name": story["company"]},
        "description": summary(story["bio"], 400),
        "image": absolute(story["image"]["src"]),
        "url": absolute(story["path"]),
        "award": award,
        "sameAs": sites(story["linkedin_url"], story["website_url"]),
    }
