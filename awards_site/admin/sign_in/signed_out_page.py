"""The layout of the pages for staff who are not signed in."""

import reflex as rx

from awards_site.admin.sign_in.form import FlashMessage
from awards_site.core import paths
from awards_site.settings import settings
from awards_site.ui.links import link
from awards_site.ui.pages.public_page import Head
from awards_site.ui.toasts.toasts import Toaster

_LINK = "inline-block text-sm text-muted underline underline-offset-4 hover:text-ink"


def signed_out_page(
    title: str, introduction: str, *content: rx.Component, testid: str
) -> rx.Component:
    """Return a page with a title, an introduction and content beside the programme's name."""
    return rx.fragment(
        rx.el.div(
            _branding(),
            rx.el.main(
                rx.el.div(
                    rx.el.h1(title, class_name="font-display text-3xl font-semibold text-balance"),
                    rx.el.p(introduction, class_name="mt-2 mb-8 text-sm text-muted"),
                    *content,
                    class_name="w-full max-w-sm",
                ),
                class_name="grid flex-1 place-items-center px-5 py-12",
            ),
            class_name="flex min-h-dvh flex-col bg-surface font-sans text-ink lg:flex-row",
            custom_attrs={"data-testid": testid},
        ),
        Toaster.create(),
        FlashMessage.create(),
    )


def account_link(text: str, href: str, class_name: str) -> rx.Component:
    """Return a link below a form; `class_name` has its margin."""
    return link(text, href=href, class_name=f"{class_name} {_LINK}")


def account_head(name: str) -> Head:
    """Return the head of a page, which search engines do not index."""
    return Head(
        name,
        "For staff of the programme.",
        site_name=f"{settings().short_name} Admin",
        is_indexed=False,
        referrer="no-referrer",
    )


def _branding() -> rx.Component:
    """Return the plum half of the page with the programme's name."""
    return rx.el.header(
        link(
            settings().short_name,
            href=paths.HOME,
            class_name="font-display text-2xl font-semibold text-gold-light",
        ),
        rx.el.div(
            rx.el.p(
                settings().programme,
                class_name="font-display text-4xl leading-tight text-on-plum xl:text-5xl",
            ),
            rx.el.p(settings().edition_title, class_name="mt-4 text-on-plum-muted"),
            class_name="hidden max-w-md lg:block",
        ),
        rx.el.p(
            settings().edition_number,
            aria_hidden="true",
            class_name=("hidden font-display text-[10rem] leading-none text-gold/75 lg:block"),
        ),
        class_name=(
            "flex flex-none flex-col justify-between bg-plum-deep px-6 py-4 lg:min-h-dvh"
            " lg:w-[42%] lg:p-12"
        ),
    )
