"""The pages /privacy, /terms and /cookies: a title and a text that staff write in Markdown."""

from typing import TypedDict

import reflex as rx

from awards_site.core.fixed_content import FixedContent, read_override
from awards_site.core.request_client import request_client
from awards_site.pages.legal.content import COOKIES, PRIVACY, TERMS, LegalTexts
from awards_site.settings import settings
from awards_site.ui import paths
from awards_site.ui.links import link
from awards_site.ui.markdown import safe_html
from awards_site.ui.navigation import LEGAL
from awards_site.ui.public_page import PublicState, add_public_page
from awards_site.ui.shell import shell

_PAGES = {paths.PRIVACY: PRIVACY, paths.TERMS: TERMS, paths.COOKIES: COOKIES}


class LegalText(TypedDict):
    """A page's title, and its text as safe HTML."""

    title: str
    html: str


def _rendered(texts: LegalTexts) -> LegalText:
    return LegalText(title=texts.title, html=safe_html(texts.markdown))


class LegalPage(PublicState, rx.State):
    """The texts that staff have changed, by the page's path."""

    texts: dict[str, LegalText] = {}

    @rx.event
    async def load(self, path: str) -> None:
        """Read the content section of the page at `path`; other paths have none."""
        fixed = _PAGES.get(path)
        if fixed is None:
            return
        override = await read_override(request_client(self), fixed)
        self.texts = {path: _rendered(override)} if override else {}


def _legal_page(path: str, fixed: FixedContent[LegalTexts]) -> rx.Component:
    default = rx.Var.create(dict(_rendered(fixed.default)))
    text = rx.cond(LegalPage.texts[path], LegalPage.texts[path], default)
    return shell(legal_body(text=text.to(LegalText), path=path), active=path)


@rx.memo
def legal_body(text: rx.Var[LegalText], path: rx.Var[str]) -> rx.Component:
    """Return the title and the text, and the way to the other legal pages."""
    return rx.el.div(
        rx.el.div(
            rx.el.h1(text["title"], class_name="display-1 max-w-[6.1em]"),
            rx.el.nav(
                *[
                    link(
                        entry.label,
                        href=entry.href,
                        aria_current=rx.cond(path == entry.href, "page", "false"),
                        class_name="label min-h-6 border-b border-transparent py-1 text-muted"
                        " hover:text-ink aria-[current=page]:border-gold"
                        " aria-[current=page]:text-ink",
                    )
                    for entry in LEGAL
                ],
                aria_label="Policies",
                class_name="flex gap-6 lg:flex-col lg:items-start lg:gap-3 lg:pt-4",
            ),
            class_name="grid gap-10 border-t border-gold pt-6 lg:grid-cols-[1fr_14rem]",
        ),
        rx.html(
            text["html"],
            class_name="long-text mt-14 max-w-[37em] md:mt-20 lg:ml-[16vw]",
            custom_attrs={"data-testid": "legal-text"},
        ),
        class_name="page-width pt-14 pb-24 md:pt-20 md:pb-36",
    )


def add_legal_pages(app: rx.App) -> None:
    """Add the legal pages to the app."""
    for path, fixed in _PAGES.items():
        add_public_page(
            app,
            _legal_page(path, fixed),
            path=path,
            name=fixed.name,
            description=f"{fixed.name} of the {settings().programme}.",
            on_load=LegalPage.load(path),
        )
