"""What a browser without scripts is shown after it has sent a form."""

import reflex as rx

from awards_site.core import paths
from awards_site.ui.buttons import button_link
from awards_site.ui.forms.newsletter import SUBSCRIBED
from awards_site.ui.layout.shell import shell
from awards_site.ui.pages.public_page import Head, PublicPage


@rx.memo
def message_sent_page() -> rx.Component:
    return _page("Message sent successfully!", "We'll get back to you as soon as possible.")


@rx.memo
def subscribed_page() -> rx.Component:
    return _page(SUBSCRIBED["title"], SUBSCRIBED["description"])


def _page(title: str, text: str) -> rx.Component:
    return shell(
        rx.el.section(
            rx.el.h1(title, class_name="display-1"),
            rx.el.p(text, class_name="lead mt-6 max-w-[33.5em] text-muted"),
            button_link("Back to Home", href=paths.HOME, class_name="mt-10"),
            class_name="page-width py-20 md:py-28",
        ),
        active="",
    )


FORM_SENT_PAGES = tuple(
    PublicPage(
        path, page, Head(name, "What you sent has arrived.", is_indexed=False), is_listed=False
    )
    for path, page, name in (
        (paths.MESSAGE_SENT, message_sent_page, "Message sent"),
        (paths.SUBSCRIBED, subscribed_page, "Subscribed"),
    )
)
