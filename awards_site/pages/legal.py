"""The pages /privacy, /terms and /cookies."""

from typing import Annotated

import reflex as rx
from pydantic import Field, computed_field

from awards_site.core import paths
from awards_site.core.presentation.content_blocks import (
    BlockSchema,
    ContentBlock,
    Line,
    LongText,
    default_texts,
)
from awards_site.records.markdown import safe_html
from awards_site.settings import settings
from awards_site.ui.controls import link
from awards_site.ui.pages import Head, public_page
from awards_site.ui.queries import block_texts, blocks_query, sanitized_html
from awards_site.ui.shell import Menu, MenuEntry, menu_links, shell


class LegalTexts(BlockSchema):
    """A legal page's title, and its text in Markdown."""

    source_fields = frozenset({"markdown"})

    title: Line
    markdown: Annotated[LongText, Field(description="CommonMark with tables, without HTML.")]

    @computed_field  # type: ignore[prop-decorator]
    @property
    def html(self) -> str:
        """The text as sanitized HTML."""
        return safe_html(self.markdown)


PRIVACY = ContentBlock(
    "legal.privacy", "Privacy Policy", default_texts(LegalTexts, __file__, "privacy")
)
TERMS = ContentBlock("legal.terms", "Terms of Use", default_texts(LegalTexts, __file__, "terms"))
COOKIES = ContentBlock(
    "legal.cookies", "Cookie Policy", default_texts(LegalTexts, __file__, "cookies")
)


def _head(block: ContentBlock[LegalTexts]) -> Head:
    return Head(block.name, f"{block.name} of the {settings().programme}.")


_MENUS: tuple[Menu, ...] = ("footer", "legal")


@public_page(paths.PRIVACY, _head(PRIVACY), menu=MenuEntry("Privacy", 110, _MENUS))
def privacy_page() -> rx.Component:
    return _legal_page(paths.PRIVACY, PRIVACY)


@public_page(paths.TERMS, _head(TERMS), menu=MenuEntry("Terms", 120, _MENUS))
def terms_page() -> rx.Component:
    return _legal_page(paths.TERMS, TERMS)


@public_page(paths.COOKIES, _head(COOKIES), menu=MenuEntry("Cookies", 130, _MENUS))
def cookies_page() -> rx.Component:
    return _legal_page(paths.COOKIES, COOKIES)


LEGAL_PAGES = privacy_page, terms_page, cookies_page


def _legal_page(path: str, block: ContentBlock[LegalTexts]) -> rx.Component:
    """Return the title, the text and links to the other legal pages."""
    texts = block_texts(blocks_query(block), block)
    content = rx.el.div(
        rx.el.div(
            rx.el.h1(texts.title, class_name="display-1 max-w-[6.1em]"),
            rx.el.nav(
                *[
                    link(
                        entry.label,
                        href=entry.href,
                        aria_current="page" if entry.href == path else "false",
                        class_name="label min-h-6 border-b border-transparent py-1 text-muted"
                        " hover:text-ink aria-[current=page]:border-gold"
                        " aria-[current=page]:text-ink",
                    )
                    for entry in menu_links("legal")
                ],
                aria_label="Policies",
                class_name="flex gap-6 lg:flex-col lg:items-start lg:gap-3 lg:pt-4",
            ),
            class_name="grid gap-10 border-t border-gold pt-6 lg:grid-cols-[1fr_14rem]",
        ),
        sanitized_html(
            texts.html,
            class_name="long-text mt-14 max-w-[37em] md:mt-20 lg:ml-[16vw]",
            data_testid="legal-text",
        ),
        class_name="page-width pt-14 pb-24 md:pt-20 md:pb-36",
    )
    return shell(content, active=path)
