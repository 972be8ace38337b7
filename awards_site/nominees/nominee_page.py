"""The page of one honoree: her portrait, her award, her story, and who stands beside her."""

import asyncio
from typing import Any

import reflex as rx

from awards_site.core.request_client import RequestClient
from awards_site.nominees.story import (
    NO_STORY,
    NomineeStory,
    nominee_head,
    nominee_link,
    nominee_story,
)
from awards_site.photos.tile import TILES, PhotoTile, photo_tile, photo_tiles, tile_item
from awards_site.sharing.cards import nominee_card
from awards_site.ui import paths
from awards_site.ui.badges import finalist_badge, winner_badge
from awards_site.ui.lightbox import lightbox
from awards_site.ui.links import TEXT_LINK, external_link, link
from awards_site.ui.neighbours import NO_LINK, NamedLink, beside, neighbour_link
from awards_site.ui.picture import preload
from awards_site.ui.portrait import portrait, portrait_layout
from awards_site.ui.public_page import add_record_pages
from awards_site.ui.record_page import (
    RecordState,
    addresses_of,
    breadcrumb,
    find_by_key,
    read_by_key,
    record_page,
    record_skeleton,
    share_button,
)
from awards_site.ui.sections import section, section_heading

_PORTRAIT = portrait_layout(
    ("(min-width: 84rem)", "30rem"), ("(min-width: 64rem)", "34vw"), ("", "min(90vw, 28rem)")
)
_STORY = "story"
_ACHIEVEMENTS = "achievements"
_PHOTOS = "photos"
_JOURNAL = "journal"
_TEXT = "whitespace-pre-line break-words text-pretty"


class NomineePage(RecordState, rx.State):
    """A published nominee, her photos, the posts about her, and her neighbours of the year."""

    nominee: NomineeStory = NO_STORY
    photos: list[PhotoTile] = []
    posts: list[NamedLink] = []
    before: NamedLink = NO_LINK
    behind: NamedLink = NO_LINK

    async def _read(self, client: RequestClient, key: str) -> bool:
        """Read the nominee, and then what belongs to her all at once."""
        nominee = await read_by_key(client, paths.NOMINEES, key)
        if nominee is None:
            return False
        year, photos, posts = await asyncio.gather(
            client.read([f"/api/nominees/year/{nominee['year']}"]),
            client.read([f"/api/photos/nominee/{nominee['id']}"]),
            client.read([f"/api/blog/nominee/{nominee['id']}"]),
        )
        self.nominee = nominee_story(nominee)
        self.head = nominee_head(self.nominee, nominee_card(nominee).address)
        self.photos = photo_tiles(photos)
        self.posts = [
            NamedLink(name=post["title"], path=paths.post(post["slug"])) for post in posts
        ]
        self.before, self.behind = beside(list(map(nominee_link, year)), self.nominee["path"])
        return True


def nominee_page() -> rx.Component:
    """Return the page of a nominee."""
    return record_page(
        NomineePage,
        rx.el.article(
            _introduction(),
            _story(),
            rx.cond(NomineePage.nominee["achievements"], _achievements()),
            rx.cond(NomineePage.photos, _photos()),
            rx.cond(NomineePage.posts, _journal()),
            _neighbours(),
            custom_attrs={"data-testid": "nominee"},
        ),
        loading=record_skeleton(),
        failure="Failed to load the nominee.",
        active=paths.NOMINEES,
    )


def _introduction() -> rx.Component:
    nominee = NomineePage.nominee
    return rx.el.div(
        preload(nominee["image"], _PORTRAIT),
        breadcrumb(("Nominees", paths.NOMINEES), current=nominee["name"]),
        rx.el.div(
            rx.el.div(
                portrait(nominee["name"], nominee["image"], _PORTRAIT),
                rx.cond(
                    nominee["is_winner"],
                    rx.el.div(
                        winner_badge(),
                        class_name="absolute -right-2 -bottom-6 origin-center scale-130 md:right-6",
                    ),
                    rx.cond(
                        nominee["is_finalist"],
                        rx.el.div(finalist_badge(), class_name="absolute bottom-0 left-0"),
                    ),
                ),
                class_name="relative w-full max-w-md lg:max-w-none",
            ),
            rx.el.div(
                rx.el.p(
                    nominee["edition"], class_name="label border-t border-gold pt-4 text-gold-ink"
                ),
                rx.el.h1(
                    nominee["name"],
                    class_name="display-1 mt-6 break-words hyphens-auto"
                    " lg:text-[clamp(3rem,5.4vw,6rem)]",
                ),
                rx.el.p(nominee["title"], class_name="lead mt-8 break-words"),
                rx.el.p(nominee["company"], class_name="lead break-words text-muted"),
                rx.el.div(
                    rx.cond(nominee["website_url"], _outward(nominee["website_url"], "Website")),
                    rx.cond(nominee["linkedin_url"], _outward(nominee["linkedin_url"], "LinkedIn")),
                    share_button(NomineePage, TEXT_LINK),
                    class_name="mt-10 flex flex-wrap gap-x-8 gap-y-4",
                ),
                class_name="min-w-0 lg:self-end lg:pb-6",
            ),
            class_name="mt-8 grid gap-14 lg:grid-cols-[5fr_7fr] lg:gap-20",
        ),
        class_name="page-width pt-8 pb-20 md:pb-28",
    )


def _outward(address: rx.Var[str], label: str) -> rx.Component:
    return external_link(
        label,
        rx.el.span(
            " of ", NomineePage.nominee["name"], " (opens in a new tab)", class_name="sr-only"
        ),
        href=address,
        class_name=TEXT_LINK,
    )


def _story() -> rx.Component:
    return section(
        section_heading(_STORY, "In short", "Her story"),
        rx.el.p(
            NomineePage.nominee["bio"],
            class_name=f"lead mt-10 max-w-[31.5em] md:ml-[14.5rem] {_TEXT}",
            custom_attrs={"data-testid": "nominee-bio"},
        ),
        anchor=_STORY,
        ground="surface",
    )


def _achievements() -> rx.Component:
    return section(
        section_heading(_ACHIEVEMENTS, "The record", "What she achieved", on_dark=True),
        rx.el.p(
            NomineePage.nominee["achievements"],
            class_name=f"display-3 mt-10 max-w-[32em] md:ml-[14.5rem] {_TEXT}",
            custom_attrs={"data-testid": "nominee-achievements"},
        ),
        anchor=_ACHIEVEMENTS,
        ground="plum",
    )


def _photos() -> rx.Component:
    return section(
        section_heading(_PHOTOS, "In pictures", "At the awards"),
        lightbox(
            NomineePage.photos,
            [],
            rx.el.ul(
                rx.foreach(
                    NomineePage.photos,
                    lambda photo: rx.el.li(photo_tile(photo), key=photo["id"], **tile_item(photo)),
                ),
                class_name=TILES,
                custom_attrs={"data-testid": "photos"},
            ),
        ),
        anchor=_PHOTOS,
    )


def _journal() -> rx.Component:
    return section(
        section_heading(_JOURNAL, "To read", "From the blog"),
        rx.el.ul(
            rx.foreach(
                NomineePage.posts,
                lambda post: rx.el.li(
                    link(
                        post["name"],
                        href=post["path"],
                        class_name="display-3 inline-block min-h-6 decoration-gold decoration-1"
                        " underline-offset-4 hover:underline",
                    ),
                    key=post["path"],
                    class_name="border-b border-line py-5",
                ),
            ),
            class_name="mt-10 max-w-[43.5em] md:ml-[14.5rem]",
            custom_attrs={"data-testid": "nominee-posts"},
        ),
        anchor=_JOURNAL,
    )


def _neighbours() -> rx.Component:
    return rx.el.nav(
        rx.el.div(
            neighbour_link(NomineePage.before, "Previous honoree", "prev"),
            link(
                "All honorees of ",
                NomineePage.nominee["year"],
                href=f"{paths.NOMINEES}?year={NomineePage.nominee['year']}",
                class_name=f"{TEXT_LINK} label max-md:order-last max-md:col-span-2"
                " justify-self-center",
            ),
            neighbour_link(NomineePage.behind, "Next honoree", "next"),
            class_name="page-width grid grid-cols-2 items-center gap-6 border-t border-line py-12"
            " md:grid-cols-[1fr_auto_1fr]",
        ),
        aria_label="Honorees of the year",
        custom_attrs={"data-testid": "neighbours"},
    )


def _path(nominee: dict[str, Any]) -> str:
    return paths.nominee(nominee["id"], nominee["name"])


def add_nominee_pages(app: rx.App) -> None:
    """Add the pages of the nominees to the app."""
    add_record_pages(
        app,
        nominee_page,
        route=f"{paths.NOMINEES}/[key]",
        on_load=NomineePage.load,
        addresses=addresses_of("/api/nominees/published", _path),
        find=find_by_key(paths.NOMINEES, _path),
    )
