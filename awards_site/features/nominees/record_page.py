"""The page of one nominee: portrait, award, story, photos, posts, and links to other nominees."""

import reflex as rx

from awards_site.core.presentation.texts import summary
from awards_site.core.schemas import PageLink
from awards_site.features.nominees.entity import (
    NOMINEES_PAGE,
    Nominee,
    NomineeCategory,
    NomineeView,
    nominee_path,
    social_card,
)
from awards_site.features.nominees.page import (
    VIEWS_SCRIPT,
    NomineeCard,
    award_badge,
    award_line,
    nominee_view,
)
from awards_site.features.photos.entity import PhotoView
from awards_site.settings import settings
from awards_site.ui.controls import TEXT_LINK, external_link, link
from awards_site.ui.images import (
    TILES,
    PhotoTile,
    lightbox,
    photo_tile,
    portrait,
    portrait_layout,
    preload,
    tile_item,
    tiles_view,
)
from awards_site.ui.pages import (
    NO_PREV_NEXT,
    NOT_FOUND_STATUSES,
    Head,
    PrevNextLinks,
    Records,
    Thing,
    absolute,
    breadcrumb,
    external_urls,
    prev_next_link,
    public_page,
    record_json_ld,
    record_page,
    share_button,
)
from awards_site.ui.queries import IDENTITY_VIEW, Query, ViewFunction
from awards_site.ui.theme import section, section_heading


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
        json_ld=record_json_ld(_person(nominee, award), ("Nominees", NOMINEES_PAGE), (name, path)),
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


_PORTRAIT = portrait_layout(
    ("(min-width: 84rem)", "30rem"), ("(min-width: 64rem)", "34vw"), ("", "min(90vw, 28rem)")
)
_STORY = "story"
_ACHIEVEMENTS = "achievements"
_PHOTOS = "photos"
_JOURNAL = "journal"
_TEXT = "whitespace-pre-line text-pretty"


class NomineeDetails(NomineeCard):
    """The view model of the page; missing texts and links are empty."""

    bio: str
    achievements: str
    linkedin_link: str
    website_link: str


NOMINEE = Query(
    "/api/nominees/{id}",
    nominee_view("nomineeDetails", NomineeDetails),
    shape=NomineeDetails,
    empty_on=NOT_FOUND_STATUSES,
)
PREV_NEXT = Query(
    "/api/nominees/{id}/prev-next",
    IDENTITY_VIEW,
    shape=PrevNextLinks,
    fallback=NO_PREV_NEXT,
    depends_on=NOMINEE,
)
PHOTOS = Query(
    "/api/photos/nominee/{id}",
    tiles_view(PhotoView),
    shape=list[PhotoTile],
    fallback=[],
    depends_on=NOMINEE,
)
POSTS = Query(
    "/api/blog/nominee/{id}",
    ViewFunction("postLinks", VIEWS_SCRIPT),
    shape=list[PageLink],
    fallback=[],
    depends_on=NOMINEE,
)


@public_page(
    f"{NOMINEES_PAGE}/[key]",
    nominee_head,
    Records("/api/nominees/{id}", NomineeView, Nominee.name, nominee_path),
)
def nominee_page() -> rx.Component:
    return record_page(
        NOMINEE,
        rx.el.article(
            _introduction(),
            rx.cond(NOMINEE.data["bio"], _story()),
            rx.cond(NOMINEE.data["achievements"], _achievements()),
            rx.cond(PHOTOS.data, _photos()),
            rx.cond(POSTS.data, _journal()),
            _prev_next(),
            data_testid="nominee",
        ),
        name=NOMINEE.data["name"],
        failure="Failed to load the nominee.",
        active=NOMINEES_PAGE,
    )


PAGE = nominee_page


def _credit(credit: rx.Var[str]) -> rx.Component:
    return rx.cond(
        credit,
        rx.el.p(
            "Photo: ", credit, class_name="absolute top-full mt-2 max-w-3/5 text-xs text-muted"
        ),
    )


def _introduction() -> rx.Component:
    nominee = NOMINEE.data
    return rx.el.div(
        preload(nominee["image"], _PORTRAIT),
        breadcrumb(("Nominees", NOMINEES_PAGE), current=nominee["name"]),
        rx.el.div(
            rx.el.div(
                portrait(nominee["name"], nominee["image"], _PORTRAIT),
                award_badge(nominee, "-right-2 -bottom-6 origin-center scale-130 md:right-6"),
                _credit(nominee["image"]["credit"].to(str)),
                class_name="relative w-full max-w-md lg:max-w-none",
            ),
            rx.el.div(
                award_line(nominee, "border-t border-gold pt-4"),
                rx.el.h1(
                    nominee["name"],
                    class_name="display-1 mt-6 hyphens-auto lg:text-[clamp(3rem,5.4vw,6rem)]",
                ),
                rx.cond(
                    nominee["company"],
                    rx.el.div(
                        rx.el.p(nominee["title"]),
                        rx.el.p(nominee["company"], class_name="text-muted"),
                        class_name="lead mt-8",
                    ),
                ),
                rx.el.div(
                    rx.cond(
                        nominee["website_link"], _profile_link(nominee["website_link"], "Website")
                    ),
                    rx.cond(
                        nominee["linkedin_link"],
                        _profile_link(nominee["linkedin_link"], "LinkedIn"),
                    ),
                    share_button(nominee["path"], nominee["name"]),
                    class_name="mt-10 flex flex-wrap gap-x-8 gap-y-4",
                ),
                class_name="min-w-0 lg:self-end lg:pb-6",
            ),
            class_name="mt-8 grid gap-14 lg:grid-cols-[5fr_7fr] lg:gap-20",
        ),
        class_name="page-width pt-8 pb-20 md:pb-28",
    )


def _profile_link(url: rx.Var[str], label: str) -> rx.Component:
    return external_link(
        label,
        rx.el.span(" of ", NOMINEE.data["name"], " (opens in a new tab)", class_name="sr-only"),
        href=url,
        class_name=TEXT_LINK,
    )


def _story() -> rx.Component:
    return section(
        section_heading(_STORY, "In short", "Her story"),
        rx.el.p(
            NOMINEE.data["bio"],
            class_name=f"lead mt-10 max-w-[31.5em] md:ml-[14.5rem] {_TEXT}",
            data_testid="nominee-bio",
        ),
        anchor=_STORY,
        background="surface",
    )


def _achievements() -> rx.Component:
    return section(
        section_heading(_ACHIEVEMENTS, "The record", "What she achieved", on_dark=True),
        rx.el.p(
            NOMINEE.data["achievements"],
            class_name=f"display-3 mt-10 max-w-[32em] md:ml-[14.5rem] {_TEXT}",
            data_testid="nominee-achievements",
        ),
        anchor=_ACHIEVEMENTS,
        background="plum",
    )


def _photos() -> rx.Component:
    return section(
        section_heading(_PHOTOS, "In pictures", "At the awards"),
        lightbox(
            PHOTOS.data,
            rx.el.ul(
                rx.foreach(
                    PHOTOS.data,
                    lambda photo: rx.el.li(photo_tile(photo), key=photo["id"], **tile_item(photo)),
                ),
                class_name=TILES,
                data_testid="photos",
            ),
        ),
        anchor=_PHOTOS,
    )


def _journal() -> rx.Component:
    return section(
        section_heading(_JOURNAL, "To read", "From the blog"),
        rx.el.ul(
            rx.foreach(
                POSTS.data,
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
            data_testid="nominee-posts",
        ),
        anchor=_JOURNAL,
    )


def _prev_next() -> rx.Component:
    return rx.el.nav(
        rx.el.div(
            prev_next_link(PREV_NEXT.data["previous"], "Previous honoree", "prev"),
            link(
                "All honorees of ",
                NOMINEE.data["year"],
                href=f"{NOMINEES_PAGE}?year={NOMINEE.data['year']}",
                class_name=f"{TEXT_LINK} label max-md:order-last max-md:col-span-2"
                " justify-self-center",
            ),
            prev_next_link(PREV_NEXT.data["next"], "Next honoree", "next"),
            class_name="page-width grid grid-cols-2 items-center gap-6 border-t border-line py-12"
            " md:grid-cols-[1fr_auto_1fr]",
        ),
        aria_label="Honorees of the year",
        data_testid="prev-next",
    )
