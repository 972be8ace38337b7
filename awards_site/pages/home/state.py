"""The home page's State: what staff published, read in one go."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Literal, TypedDict

import reflex as rx

from awards_site.core.fixed_content import FixedContent, read_overrides
from awards_site.core.pictures import ResponsiveImage, above_the_fold, responsive_image
from awards_site.core.request_client import RequestClient, RequestError, request_client
from awards_site.nominees.card import NomineeCard, nominee_cards
from awards_site.pages.home.content import (
    ABOUT,
    CATEGORIES,
    CONTACT,
    DESCRIPTION,
    EDITIONS,
    HERO,
    PARTNERS,
    TESTIMONIALS,
)
from awards_site.pages.home.shapes import (
    AboutTexts,
    CategoriesTexts,
    ContactTexts,
    EditionsTexts,
    HeroTexts,
    PartnersTexts,
    TestimonialsTexts,
)
from awards_site.settings import settings
from awards_site.ui import paths
from awards_site.ui.fixed_texts import PicturesOfTexts, pictures_of
from awards_site.ui.navigation import SOCIAL
from awards_site.ui.public_page import PublicState
from awards_site.ui.structured_data import absolute, as_json_ld, programme

Status = Literal["loading", "ready", "failed"]


class Cover(TypedDict):
    """What the hero shows: the active cover page, and the defaults where it says nothing.

    There is a `film`, or `images`, or neither (spec 1, section 2, "Hero").
    The texts of the call to action are both there or both empty.
    """

    title: str
    subtitle: str
    description: str
    film: str
    images: list[ResponsiveImage]
    transparency: int
    cta_text: str
    cta_link: str


class Sponsor(TypedDict):
    """What the grid of partners shows of a sponsor."""

    id: int
    name: str
    logo: ResponsiveImage
    website_url: str


HONOREES_SHOWN = 8
"""How many nominees the page shows at most (spec 1, section 9)."""

_TRANSPARENCY = 50

_FIXED_TEXTS: dict[str, FixedContent[Any]] = {
    "hero": HERO,
    "about": ABOUT,
    "editions": EDITIONS,
    "categories": CATEGORIES,
    "partners": PARTNERS,
    "testimonials": TESTIMONIALS,
    "contact": CONTACT,
}
"""The fixed texts by the State's variable that overrides them."""


def _cover(answer: dict[str, Any], texts: HeroTexts) -> Cover:
    called = bool(answer.get("cta_text") and answer.get("cta_link"))
    transparency = answer.get("transparency")
    is_film = answer.get("media_type") == "video"
    media = [answer.get("image_url")]
    if answer.get("media_type") == "carousel":
        media += answer.get("media_urls") or []
    images = [responsive_image(address) for address in media if address]
    above_the_fold(images[:1])
    return Cover(
        title=answer.get("title") or texts.title,
        subtitle=answer.get("subtitle") or "",
        description=answer.get("description") or texts.description,
        film=media[0] or "" if is_film else "",
        images=[] if is_film else images,
        transparency=_TRANSPARENCY if transparency is None else transparency,
        cta_text=answer["cta_text"] if called else "",
        cta_link=answer["cta_link"] if called else "",
    )


class HomePage(PublicState, rx.State):
    """The lists that the home page shows, how far each has been loaded, and changed texts."""

    cover: Cover = _cover({}, HERO.default)
    cover_status: Status = "loading"
    sponsors: list[Sponsor] = []
    sponsors_status: Status = "loading"
    honorees: list[NomineeCard] = []
    honorees_status: Status = "loading"
    hero: HeroTexts | None = None
    about: AboutTexts | None = None
    editions: EditionsTexts | None = None
    categories: CategoriesTexts | None = None
    partners: PartnersTexts | None = None
    testimonials: TestimonialsTexts | None = None
    contact: ContactTexts | None = None
    faces: PicturesOfTexts = {}
    """The pictures beside changed testimonials."""

    @rx.var(initial_value="")
    def structured(self) -> str:
        """What search engines are told: who holds the awards."""
        return as_json_ld(
            {**programme(), "description": DESCRIPTION, "sameAs": [each.href for each in SOCIAL]},
            {
                "@type": "WebSite",
                "name": settings().programme,
                "url": absolute(paths.HOME),
                "publisher": {"@id": programme()["@id"]},
            },
        )

    @rx.event
    async def load(self) -> AsyncIterator[None]:
        """Read the active cover page, the sponsors and the nominees, all at once."""
        if "failed" in (self.cover_status, self.sponsors_status, self.honorees_status):
            self.cover_status = _again(self.cover_status)
            self.sponsors_status = _again(self.sponsors_status)
            self.honorees_status = _again(self.honorees_status)
            yield
        client = request_client(self)
        cover, sponsors, nominees, _ = await asyncio.gather(
            _attempt(client, "/api/cover-pages/active"),
            _attempt(client, "/api/sponsors/published"),
            _attempt(client, "/api/nominees/published"),
            self._read_texts(client),
        )
        self.cover_status, answer = cover
        self.cover = _cover(answer or {}, self.hero or HERO.default)
        self.sponsors_status, answer = sponsors
        if self.sponsors_status == "ready":
            self.sponsors = [_sponsor(sponsor) for sponsor in answer]
        self.honorees_status, answer = nominees
        if self.honorees_status == "ready":
            self.honorees = nominee_cards(answer[:HONOREES_SHOWN])

    async def _read_texts(self, client: RequestClient) -> None:
        """Read the content sections."""
        overrides = await read_overrides(client, list(_FIXED_TEXTS.values()))
        for name, texts in zip(_FIXED_TEXTS, overrides, strict=True):
            setattr(self, name, texts)
        self.faces = pictures_of(faces(self.testimonials)) if self.testimonials else {}


def faces(texts: TestimonialsTexts) -> list[str | None]:
    """Return the addresses of the pictures beside the testimonials."""
    return [testimonial.image for testimonial in texts.testimonials]


async def _attempt(client: RequestClient, path: str) -> tuple[Status, Any]:
    """Return how a read ended, and its answer."""
    try:
        return "ready", await client.read([path])
    except RequestError:
        return "failed", None


def _again(status: Status) -> Status:
    """Return how a list stands while it is read again; what is there stays."""
    return "loading" if status == "failed" else status


def _sponsor(answer: dict[str, Any]) -> Sponsor:
    return Sponsor(
        id=answer["id"],
        name=answer["name"],
        logo=responsive_image(answer.get("logo_url")),
        website_url=answer.get("website_url") or "",
    )
