"""The frame of every public page: header, footer and skip link."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import reflex as rx

from awards_site.core import paths
from awards_site.frontend import react, script
from awards_site.settings import settings
from awards_site.ui.controls import external_link, link
from awards_site.ui.forms import footer_newsletter
from awards_site.ui.theme import Part
from awards_site.ui.toasts import Toaster

_SCRIPT = script("layout/header.jsx")

AnchorKeeper = react("AnchorKeeper", _SCRIPT)
"""Scrolls to the URL's anchor for 4 s after loading, or until the visitor interacts."""


_DOOR = "M13 31v-7a7 7 0 0 1 14 0v7"
_HORIZON = "M3 31h34"
_RAYS = (
    "M20 4v8M12 6.1l3 6.9M28 6.1l-3 6.9M5.7 11.7l5.3 5.3M34.3 11.7l-5.3 5.3M3 20.5l6.3 1.8"
    "M37 20.5l-6.3 1.8"
)


def logo_symbol(class_name: str = "") -> rx.Component:
    """Return the symbol without the name; decorative, in the text's colour."""
    return rx.el.svg(
        *[rx.el.path(d=path) for path in (_DOOR, _HORIZON, _RAYS)],
        view_box="0 0 40 35",
        aria_hidden="true",
        class_name=f"fill-none stroke-current stroke-[1.5] {class_name}".strip(),
    )


def logo(class_name: str = "") -> rx.Component:
    return rx.el.span(
        logo_symbol("h-8 w-9 flex-none"),
        rx.el.span(
            settings().short_name,
            class_name="font-display text-[1.625rem] leading-none font-medium tracking-[0.04em]",
        ),
        class_name=f"inline-flex items-center gap-2.5 {class_name}".strip(),
    )


@dataclass(frozen=True)
class NavLink:
    """A navigation link."""

    label: str
    href: str


@dataclass(frozen=True)
class SocialLink(NavLink):
    """A link to the programme's profile on a social network.

    `icon_path` is the SVG path of the network's icon, in a square of 24 by 24.
    """

    icon_path: str


Menu = Literal["header", "footer", "stories", "legal"]
"""The menus: that of the header, which has room for eight links, two of the footer, and that of the
legal pages."""


@dataclass(frozen=True)
class MenuEntry:
    """The link to a page in some of the menus, each of which is in the order of `position`."""

    label: str
    position: int
    menus: tuple[Menu, ...] = ("header", "footer")


MENU_ENTRIES: dict[str, MenuEntry] = {}
"""The entries by the path of their page; `pages/public_pages.py` adds those of all pages."""


def menu_links(menu: Menu) -> list[NavLink]:
    """Return the links of a menu in their order."""
    entries = sorted(MENU_ENTRIES.items(), key=lambda each: each[1].position)
    return [NavLink(entry.label, path) for path, entry in entries if menu in entry.menus]


def page_labels() -> dict[str, str]:
    """Return the labels of the pages that the portal's link fields offer, by path."""
    menus: tuple[Menu, ...] = ("header", "footer", "stories")
    return {link.href: link.label for menu in menus for link in menu_links(menu)}


GET_INVOLVED = NavLink("Get Involved", paths.CONTACT)
ADMIN_LOGIN = NavLink("Admin Login", paths.SIGN_IN)

_DATA = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
SOCIAL = tuple(SocialLink(**each) for each in _DATA["social"])


_LINK = "inline-flex min-h-8 items-center text-on-plum-muted hover:text-on-plum hover:underline"


def footer() -> rx.Component:
    return rx.el.footer(
        rx.el.div(
            rx.el.div(
                _programme(),
                _newsletter(),
                class_name="grid gap-14 lg:grid-cols-[1fr_1fr] lg:gap-24",
            ),
            rx.el.div(
                _links("Pages", "footer", "grid grid-flow-col grid-rows-6 md:grid-rows-4"),
                _links("Stories", "stories"),
                _social(),
                class_name="mt-16 grid gap-10 border-t border-gold-light/30 pt-10"
                " md:grid-cols-[3fr_1fr_auto] md:gap-x-16",
            ),
            _closing_line(),
            class_name="page-width pt-20 pb-10",
        ),
        class_name="on-dark bg-plum-deep text-on-plum",
        data_testid="site-footer",
    )


def _programme() -> rx.Component:
    return rx.el.div(
        logo_symbol("h-14 w-16 text-gold-light"),
        rx.el.p(settings().programme, class_name="display-2 mt-6 max-w-[7.3em]"),
    )


def _newsletter() -> rx.Component:
    return rx.el.div(
        rx.el.h2("The newsletter", class_name="display-3"),
        rx.el.p(
            "Nominations, shortlists and invitations, as they are announced.",
            class_name="mt-3 mb-6 text-on-plum-muted",
        ),
        footer_newsletter(),
        class_name="self-end",
    )


def _links(title: str, menu: Menu, class_name: str = "") -> rx.Component:
    return rx.el.nav(
        rx.el.h2(title, class_name="label mb-3 text-gold-light"),
        rx.el.ul(
            *[
                rx.el.li(link(entry.label, href=entry.href, class_name=_LINK))
                for entry in menu_links(menu)
            ],
            class_name=class_name,
        ),
        aria_label=title,
    )


def _social() -> rx.Component:
    return rx.el.div(
        rx.el.h2("Follow", class_name="label mb-3 text-gold-light"),
        rx.el.ul(
            *[rx.el.li(_social_link(entry)) for entry in SOCIAL], class_name="-ml-3 flex flex-wrap"
        ),
    )


def _social_link(entry: SocialLink) -> rx.Component:
    return external_link(
        rx.el.svg(
            rx.el.path(d=entry.icon_path),
            view_box="0 0 24 24",
            aria_hidden="true",
            class_name="size-6 fill-current",
        ),
        href=entry.href,
        aria_label=f"{settings().short_name} on {entry.label} (opens in a new tab)",
        class_name="grid size-12 place-items-center text-on-plum-muted hover:text-gold-light",
    )


def _closing_line() -> rx.Component:
    return rx.el.p(
        f"{settings().programme} · {settings().edition_title} {settings().edition_number}",
        class_name="label mt-14 border-t border-gold-light/30 pt-6 text-on-plum-muted",
    )


HeaderFrame = react("HeaderFrame", _SCRIPT)
"""The `header` element; `data-scrolled` is whether the page is scrolled."""


MenuToggle = react("MenuToggle", _SCRIPT)
"""The mobile menu: its button, and the panel with the children."""


def header(active: str, *, over_image: bool = False) -> rx.Component:
    """Return the header of the page whose path is `active`.

    With `over_image` it is transparent with light text, over an image at the top of the page,
    until the page is scrolled or the menu is opened.
    """
    overlay_classes = (
        " data-[scrolled=false]:not-has-[[aria-expanded=true]]:text-on-plum -mb-18"
        if over_image
        else ""
    )
    return HeaderFrame.create(
        rx.el.div(
            link(
                logo(),
                href=paths.HOME,
                aria_label=f"{settings().short_name} home",
                class_name="mr-auto",
            ),
            rx.el.nav(
                rx.el.ul(
                    *[rx.el.li(_link(entry, active)) for entry in menu_links("header")],
                    class_name="flex items-center gap-3.5 lg:gap-6",
                ),
                aria_label="Main",
                class_name="hidden md:block",
            ),
            link(
                GET_INVOLVED.label,
                href=GET_INVOLVED.href,
                class_name="inline-flex min-h-10 items-center rounded-xs bg-action px-3.5 text-sm"
                " font-semibold whitespace-nowrap text-white transition-colors"
                " hover:bg-action-strong @max-[19rem]:hidden lg:px-5",
            ),
            _menu(active),
            class_name="page-width flex h-18 items-center gap-2 md:max-lg:gap-5 md:max-lg:px-5"
            " lg:gap-8",
        ),
        class_name=(
            "@container sticky top-0 z-40 text-ink"
            " transition-[background-color,box-shadow,color] duration-300"
            " has-[[aria-expanded=true]]:bg-ground data-[scrolled=true]:bg-ground/85"
            " data-[scrolled=true]:shadow-[0_1px_24px_rgb(34_18_31/0.12)]"
            " data-[scrolled=true]:backdrop-blur-md" + overlay_classes
        ),
        data_testid="site-header",
    )


def _link(entry: NavLink, active: str) -> rx.Component:
    return link(
        entry.label,
        href=entry.href,
        **_current(entry, active),
        class_name=(
            "inline-flex min-h-10 items-center border-b border-transparent text-[0.8125rem]"
            " font-medium transition-colors hover:border-current aria-[current]:border-gold"
            " aria-[current]:font-semibold lg:text-[0.9375rem]"
        ),
    )


def _menu(active: str) -> rx.Component:
    return MenuToggle.create(
        rx.el.nav(
            rx.el.ul(
                *[
                    rx.el.li(
                        link(
                            entry.label,
                            href=entry.href,
                            **_current(entry, active),
                            class_name="flex min-h-13 items-center justify-between border-b"
                            " border-line font-display text-2xl aria-[current]:text-action",
                        )
                    )
                    for entry in menu_links("header")
                ]
            ),
            link(
                ADMIN_LOGIN.label,
                href=ADMIN_LOGIN.href,
                class_name="mt-6 inline-flex min-h-11 items-center font-semibold text-muted"
                " underline underline-offset-4",
            ),
            aria_label="Menu",
            class_name="page-width pt-2 pb-8",
        )
    )


def _current(entry: NavLink, active: str) -> dict[str, str]:
    return {"aria_current": "page"} if entry.href == active else {}


def skip_link() -> rx.Component:
    """Return the link to the main content; it is visible only while focused."""
    return link(
        "Skip to content",
        href=paths.anchor(paths.MAIN_ANCHOR),
        class_name="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
        " focus:rounded-xs focus:bg-ink focus:px-4 focus:py-3 focus:font-semibold"
        " focus:text-on-plum",
    )


def shell(*children: Any, active: str, over_image: bool = False) -> rx.Component:
    """Return a public page; `active` is its path, marked in the header.

    With `over_image`, the header overlaps an image at the top of the page.
    """
    return rx.fragment(
        skip_link(),
        header(active, over_image=over_image),
        rx.el.main(*children, id=paths.MAIN_ANCHOR, tab_index=-1, class_name="outline-none"),
        Part.create(footer()),
        Toaster.create(),
        AnchorKeeper.create(),
    )
