"""The header: sticky, with the active link marked and a mobile menu."""

import reflex as rx

from awards_site.core import paths
from awards_site.frontend import react, script
from awards_site.settings import settings
from awards_site.ui.layout import navigation
from awards_site.ui.layout.logo import logo
from awards_site.ui.links import link

_SCRIPT = script("layout/header.jsx")


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
                    *[rx.el.li(_link(entry, active)) for entry in navigation.HEADER],
                    class_name="flex items-center gap-3.5 lg:gap-6",
                ),
                aria_label="Main",
                class_name="hidden md:block",
            ),
            link(
                navigation.GET_INVOLVED.label,
                href=navigation.GET_INVOLVED.href,
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


def _link(entry: navigation.NavLink, active: str) -> rx.Component:
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
                    for entry in navigation.HEADER
                ]
            ),
            link(
                navigation.ADMIN_LOGIN.label,
                href=navigation.ADMIN_LOGIN.href,
                class_name="mt-6 inline-flex min-h-11 items-center font-semibold text-muted"
                " underline underline-offset-4",
            ),
            aria_label="Menu",
            class_name="page-width pt-2 pb-8",
        )
    )


def _current(entry: navigation.NavLink, active: str) -> dict[str, str]:
    return {"aria_current": "page"} if entry.href == active else {}
