"""The home page's State: what staff published, read in one go."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Literal, TypedDict

import reflex as rx

from awards_site.core.request_client import RequestError, request_client
from awards_site.nominees.card import NomineeCard, nominee_cards
from awards_site.site.home.content import HOME

Status = Literal["loading", "ready", "failed"]


class Cover(TypedDict):
    """What the hero shows of the active cover page; empty texts mean that there is none."""

    title: str
    subtitle: str
    description: str
    image_url: str
    media_type: str
    media_urls: list[str]
    transparency: int
    cta_text: str
    cta_link: str


class Sponsor(TypedDict):
    """What the grid of partners shows of a sponsor."""

    id: int
    name: str
    logo_url: str
    website_url: str


DEFAULT_TRANSPARENCY = 50


class HomePage(rx.State):
    """The lists that the home page shows, and how far each has been loaded."""

    cover: Cover = Cover(
        title="",
        subtitle="",
        description="",
        image_url="",
        media_type="image",
        media_urls=[],
        transparency=DEFAULT_TRANSPARENCY,
        cta_text="",
        cta_link="",
    )
    cover_status: Status = "loading"
    sponsors: list[Sponsor] = []
    sponsors_status: Status = "loading"
    honorees: list[NomineeCard] = []
    honorees_status: Status = "loading"

    @rx.event
    async def load(self) -> AsyncIterator[None]:
        """Read the active cover page, the sponsors and the nominees, all at once."""
        if "failed" in (self.cover_status, self.sponsors_status, self.honorees_status):
            self.cover_status = _again(self.cover_status)
            self.sponsors_status = _again(self.sponsors_status)
            self.honorees_status = _again(self.honorees_status)
            yield
        client = request_client(self)
        cover, sponsors, nominees = await asyncio.gather(
            client.read(["/api/cover-pages/active"]),
            client.read(["/api/sponsors/published"]),
            client.read(["/api/nominees/published"]),
            return_exceptions=True,
        )
        self.cover_status = _status(cover)
        if self.cover_status == "ready":
            self.cover = _cover(cover or {})
        self.sponsors_status = _status(sponsors)
        if self.sponsors_status == "ready":
            self.sponsors = [_sponsor(sponsor) for sponsor in sponsors]
        self.honorees_status = _status(nominees)
        if self.honorees_status == "ready":
            self.honorees = nominee_cards(nominees[: HOME.honorees.cap])


def _again(status: Status) -> Status:
    """Return how a list stands while it is read again; what is there stays."""
    return "loading" if status == "failed" else status


def _status(answer: Any) -> Status:
    """Return how a read ended; an exception that is no failed call is raised again."""
    if isinstance(answer, RequestError):
        return "failed"
    if isinstance(answer, BaseException):
        raise answer
    return "ready"


def _cover(answer: dict[str, Any]) -> Cover:
    transparency = answer.get("transparency")
    return Cover(
        title=answer.get("title") or "",
        subtitle=answer.get("subtitle") or "",
        description=answer.get("description") or "",
        image_url=answer.get("image_url") or "",
        media_type=answer.get("media_type") or "image",
        media_urls=answer.get("media_urls") or [],
        transparency=DEFAULT_TRANSPARENCY if transparency is None else transparency,
        cta_text=answer.get("cta_text") or "",
        cta_link=answer.get("cta_link") or "",
    )


def _sponsor(answer: dict[str, Any]) -> Sponsor:
    return Sponsor(
        id=answer["id"],
        name=answer["name"],
        logo_url=answer.get("logo_url") or "",
        website_url=answer.get("website_url") or "",
    )
