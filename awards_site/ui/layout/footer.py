"""The footer: links to all public pages and social profiles, and the newsletter form."""

import reflex as rx

from awards_site.settings import settings
from awards_site.ui.forms.newsletter import footer_newsletter
from awards_site.ui.layout import navigation
from awards_site.ui.layout.logo import logo_symbol
from awards_site.ui.links import external_link, link

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
                _links("Pages", navigation.FOOTER, "grid grid-flow-col grid-rows-6 md:grid-rows-4"),
                _links("Stories", navigation.FOOTER_STORIES),
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


def _links(
    title: str, entries: tuple[navigation.NavLink, ...], class_name: str = ""
) -> rx.Component:
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
            *[rx.el.li(_social_link(entry)) for entry in navigation.SOCIAL],
            class_name="-ml-3 flex flex-wrap",
        ),
    )


def _social_link(entry: navigation.SocialLink) -> rx.Component:
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
