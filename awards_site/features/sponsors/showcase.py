"""The view models of sponsors, and their groups of tiers."""

from typing import Any, TypedDict

import reflex as rx

from awards_site.features.sponsors.entity import SponsorTier, SponsorView
from awards_site.frontend import script
from awards_site.ui.controls import new_tab_link
from awards_site.ui.images import Layout, PageImage, picture
from awards_site.ui.loading_states import skeleton
from awards_site.ui.queries import Query, ViewFunction, api_fields

_SCRIPT = script("sponsors/views.js")


class SponsorEntry(TypedDict):
    """The view model of a published sponsor; missing values are empty."""

    id: int
    name: str
    tier: str
    description: str
    logo: PageImage
    website_url: str


class SponsorGroup(TypedDict):
    """The sponsors of adjacent tiers under a common name."""

    name: str
    sponsors: list[SponsorEntry]


PREMIUM = "Premium"
SUPPORTING = "Supporting"

GROUPS: dict[str, tuple[SponsorTier, ...]] = {
    PREMIUM: (SponsorTier.PLATINUM, SponsorTier.GOLD),
    SUPPORTING: (SponsorTier.SILVER, SponsorTier.BRONZE),
    "Partners": (SponsorTier.REGULAR, SponsorTier.PARTNER),
}
"""The groups and their tiers, in the order shown."""


def sponsor_view(name: str, **options: Any) -> ViewFunction:
    """Return a view of `views.js` with the tier labels and `options`."""
    tiers = {"tiers": SponsorTier.labels(), "fallbackTier": SponsorTier.REGULAR.value}
    fields = api_fields(SponsorEntry, SponsorView)
    return ViewFunction(name, _SCRIPT, {"fields": fields, **tiers, **options})


SPONSOR_GROUPS = Query(
    "/api/sponsors/published",
    sponsor_view(
        "sponsorGroups",
        groups={name: [tier.label for tier in tiers] for name, tiers in GROUPS.items()},
    ),
    shape=list[SponsorGroup],
    fallback=[],
)


_LAYOUT = Layout((("", "15rem"),), contained=True)


def sponsor_logo(
    sponsor: Any, alt: rx.Var[str], name_class_name: str, **name_props: Any
) -> rx.Component:
    """Return the logo of a `SponsorEntry`, or its name if the logo is missing or broken.

    `alt` is the alternative text of the logo. `name_class_name` and `name_props` apply to the name.
    """
    return picture(
        sponsor["logo"],
        alt,
        rx.el.span(sponsor["name"], class_name=name_class_name, **name_props),
        _LAYOUT,
        class_name="max-h-24 w-full max-w-60 object-contain",
    )


_GRIDS = {PREMIUM: "lg:grid-cols-3", SUPPORTING: "grid-cols-2 md:grid-cols-3 lg:grid-cols-4"}
_OTHER_GRID = "grid-cols-2 md:grid-cols-4 lg:grid-cols-6"
_GRID = "grid border-t border-l border-line"
_CARD = "relative flex h-full flex-col border-r border-b border-line"
_SKELETONS = 3


def sponsor_group(group: rx.vars.ObjectVar[SponsorGroup]) -> rx.Component:
    return rx.el.section(
        rx.el.h3(group["name"], class_name="display-3 mb-6"),
        rx.el.ul(
            rx.foreach(
                group["sponsors"],
                lambda sponsor: rx.el.li(_card(sponsor, group["name"]), key=sponsor["id"]),
            ),
            class_name=[_GRID, rx.match(group["name"], *_GRIDS.items(), _OTHER_GRID)],
        ),
        data_testid="sponsor-group",
    )


def sponsor_group_skeleton() -> rx.Component:
    return rx.el.div(
        skeleton("mb-6 h-8 w-32"),
        rx.el.div(
            *[
                rx.el.div(skeleton("h-14 w-3/5"), class_name=f"{_CARD} h-80 justify-center p-10")
                for _ in range(_SKELETONS)
            ],
            class_name=f"{_GRID} {_GRIDS[PREMIUM]}",
        ),
        aria_hidden="true",
        data_testid="sponsors-loading",
    )


def _card(sponsor: rx.vars.ObjectVar[SponsorEntry], group_name: Any) -> rx.Component:
    return rx.el.div(
        rx.el.div(
            sponsor_logo(
                sponsor,
                sponsor["name"] + " logo",
                "text-center font-display text-2xl",
                # The name is also shown below.
                aria_hidden="true",
            ),
            class_name=[
                "grid flex-1 place-items-center py-4",
                rx.cond(group_name == PREMIUM, "min-h-44", "min-h-28"),
            ],
        ),
        rx.el.p(sponsor["tier"], class_name="label text-gold-ink"),
        rx.el.h4(_name(sponsor), class_name="mt-1 font-semibold"),
        rx.cond(
            (group_name == PREMIUM) & (sponsor["description"] != ""),
            rx.el.p(sponsor["description"], class_name="mt-3 max-w-[29.5em] text-muted"),
        ),
        class_name=[
            f"{_CARD} p-5 transition-colors has-[a]:hover:bg-ground",
            rx.cond(group_name == PREMIUM, "sm:p-9", ""),
        ],
        data_testid="sponsor",
    )


def _name(sponsor: rx.vars.ObjectVar[SponsorEntry]) -> rx.Component:
    return rx.cond(
        sponsor["website_url"],
        new_tab_link(
            sponsor["name"],
            href=sponsor["website_url"],
            class_name="inline-block underline decoration-gold decoration-1 underline-offset-4"
            " after:absolute after:inset-0",
        ),
        sponsor["name"],
    )
