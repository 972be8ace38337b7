"""The sign-in page."""

import reflex as rx

from awards_site.admin.account.sign_in import FlashMessage, sign_in_form
from awards_site.core import paths
from awards_site.settings import settings
from awards_site.ui.links import link
from awards_site.ui.overlays.toasts import Toaster
from awards_site.ui.pages.public_page import Head, PublicPage


@rx.memo
def sign_in_page() -> rx.Component:
    return rx.fragment(
        rx.el.div(
            _branding(),
            rx.el.main(
                rx.el.div(
                    rx.el.h1(
                        "Sign in to the admin portal",
                        class_name="font-display text-3xl font-semibold text-balance",
                    ),
                    rx.el.p(
                        "For staff of the programme.", class_name="mt-2 mb-8 text-sm text-muted"
                    ),
                    sign_in_form(),
                    link(
                        "Back to the website",
                        href=paths.HOME,
                        class_name=(
                            "mt-8 inline-block text-sm text-muted underline underline-offset-4"
                            " hover:text-ink"
                        ),
                    ),
                    class_name="w-full max-w-sm",
                ),
                class_name="grid flex-1 place-items-center px-5 py-12",
            ),
            class_name="flex min-h-dvh flex-col bg-surface font-sans text-ink lg:flex-row",
            custom_attrs={"data-testid": "sign-in"},
        ),
        Toaster.create(),
        FlashMessage.create(),
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


SIGN_IN_PAGE = PublicPage(
    paths.SIGN_IN,
    sign_in_page,
    Head(
        "Sign in",
        "For staff of the programme.",
        site_name=f"{settings().short_name} Admin",
        is_indexed=False,
    ),
    is_in_sitemap=False,
)
