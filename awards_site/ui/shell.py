"""What every public page has: header, footer and skip link."""

from dataclasses import dataclass
from typing import Any

import reflex as rx

from awards_site.core import paths
from awards_site.frontend import react, script
from awards_site.settings import settings
from awards_site.ui.controls import external_link, link
from awards_site.ui.forms import footer_newsletter
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


_HOME = NavLink("Home", paths.HOME)
_ABOUT = NavLink("About", paths.ABOUT)
_NOMINEES = NavLink("Nominees", paths.NOMINEES)
_CATEGORIES = NavLink("Categories", paths.CATEGORIES)
_VIDEOS = NavLink("Videos", paths.VIDEOS)
_EVENTS = NavLink("Events", paths.EVENTS)
_TIMELINE = NavLink("Timeline", paths.TIMELINE)
_GALLERY = NavLink("Gallery", paths.GALLERY)
_PARTNERS = NavLink("Partners", paths.PARTNERS)
_CONTACT = NavLink("Contact", paths.CONTACT)

HEADER = (_HOME, _ABOUT, _NOMINEES, _VIDEOS, _EVENTS, _GALLERY, _PARTNERS, _CONTACT)
GET_INVOLVED = NavLink("Get Involved", paths.CONTACT)
ADMIN_LOGIN = NavLink("Admin Login", paths.SIGN_IN)

LEGAL = (
    NavLink("Privacy", paths.PRIVACY),
    NavLink("Terms", paths.TERMS),
    NavLink("Cookies", paths.COOKIES),
)
FOOTER = (_HOME, _ABOUT, _CATEGORIES, _VIDEOS, _TIMELINE, _GALLERY, _PARTNERS, _CONTACT, *LEGAL)
FOOTER_STORIES = (NavLink("Blog", paths.BLOG),)
PAGES = {link.href: link.label for link in (*HEADER, *FOOTER, *FOOTER_STORIES)}
"""The labels of the pages that the portal's link fields offer, by path."""
SOCIAL = (
    SocialLink(
        "LinkedIn",
        "https://www.linkedin.com/company/women-entrepreneur-awards",
        "M4.5 9h3.4v10.5H4.5zM6.2 3.9a2 2 0 1 1 0 4 2 2 0 0 1 0-4M10 9h3.2v1.5c.6-1 1.7-1.8 3.3-1.8"
        " 3 0 3.9 1.9 3.9 4.7v6.1H17v-5.6c0-1.4-.4-2.4-1.7-2.4-1.4 0-1.9 1-1.9 2.4v5.6H10z",
    ),
    SocialLink(
        "Instagram",
        "https://www.instagram.com/womenentrepreneurawards",
        "M8 3.5h8A4.5 4.5 0 0 1 20.5 8v8a4.5 4.5 0 0 1-4.5 4.5H8A4.5 4.5 0 0 1 3.5"
        " 16V8A4.5 4.5 0 0 1 8 3.5m0 1.8A2.7 2.7 0 0 0 5.3 8v8A2.7 2.7 0 0 0 8"
        " 18.7h8a2.7 2.7 0 0 0 2.7-2.7V8A2.7 2.7 0 0 0 16 5.3zm4 2.5a4.2 4.2 0 1"
        " 1 0 8.4 4.2 4.2 0 0 1 0-8.4m0 1.8a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0"
        " 0-4.8m4.6-3a1 1 0 1 1 0 2 1 1 0 0 1 0-2",
    ),
    SocialLink(
        "Facebook",
        "https://www.facebook.com/womenentrepreneurawards",
        "M13.6 20.5v-7.6h2.6l.5-3.1h-3.1V7.9c0-.9.4-1.6 1.7-1.6h1.5V3.6c-.3 0-1.2"
        "-.1-2.2-.1-2.5 0-4 1.5-4 4.1v2.2H7.8v3.1h2.8v7.6z",
    ),
    SocialLink(
        "X",
        "https://x.com/womenentrepreneurawards",
        "M4 4h4.7l3.9 5.3L17.2 4h2.1l-5.7 6.7L20 20h-4.7l-4.3-5.9L5.9 20H3.8l6.2-7.3z"
        "m3.1 1.6 9 12.8h1.1l-9-12.8z",
    ),
    SocialLink(
        "YouTube",
        "https://www.youtube.com/@womenentrepreneurawards",
        "M12 5.5c3 0 5.2.1 6.6.3 1.3.2 2.1 1 2.3 2.2.2 1.2.3 2.5.3 4s-.1 2.8-.3 4c-.2 1.2-1"
        " 2-2.3 2.2-1.4.2-3.6.3-6.6.3s-5.2-.1-6.6-.3C4.1 18 3.3 17.2 3.1 16c-.2-1.2-.3-2.5"
        "-.3-4s.1-2.8.3-4c.2-1.2 1-2 2.3-2.2 1.4-.2 3.6-.3 6.6-.3m-2 3.7v5.6l5-2.8z",
    ),
)


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
                _links("Pages", FOOTER, "grid grid-flow-col grid-rows-6 md:grid-rows-4"),
                _links("Stories", FOOTER_STORIES),
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


def _links(title: str, entries: tuple[NavLink, ...], class_name: str = "") -> rx.Component:
    return rx.el.nav(
        rx.el.h2(title, class_name="label mb-3 text-gold-light"),
        rx.el.ul(
            *[rx.el.li(link(entry.label, href=entry.href, class_name=_LINK)) for entry in entries],
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
                    *[rx.el.li(_link(entry, active)) for entry in HEADER],
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
            class_name="page-width flex h-18 items-center gap-3 md:max-lg:gap-5 md:max-lg:px-5"
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
                    for entry in HEADER
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
        footer(),
        Toaster.create(),
        AnchorKeeper.create(),
    )
