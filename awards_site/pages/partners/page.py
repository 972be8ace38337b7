"""The partners page: sponsors by group, reasons and packages."""

from typing import Any

import reflex as rx

from awards_site.core import paths
from awards_site.pages.partners.content import PARTNERS, PartnersTexts
from awards_site.pages.partners.offer import PACKAGES_ANCHOR, calls, packages, reasons, testimonials
from awards_site.settings import settings
from awards_site.sponsors.groups import SPONSOR_GROUPS
from awards_site.sponsors.models import Sponsor
from awards_site.sponsors.showcase import sponsor_group, sponsor_group_skeleton
from awards_site.ui.buttons import button_link
from awards_site.ui.layout.sections import page_intro, section, section_heading
from awards_site.ui.layout.shell import shell
from awards_site.ui.loading_states import empty_state, loaded, spinner
from awards_site.ui.pages.public_page import Head, PublicPage
from awards_site.ui.queries.content_blocks import Images, block_images, block_texts, blocks_query

TEXTS = blocks_query(PARTNERS)


@rx.memo
def partners_page() -> rx.Component:
    body = partners_body(texts=block_texts(TEXTS, PARTNERS), images=block_images(TEXTS, PARTNERS))
    return shell(body, active=paths.PARTNERS)


@rx.memo
def partners_body(texts: rx.Var[PartnersTexts], images: rx.Var[Images]) -> rx.Component:
    return rx.fragment(
        page_intro(
            texts,
            button_link(
                "See the packages",
                href=paths.anchor(PACKAGES_ANCHOR),
                tone="outline",
                class_name="mt-8",
            ),
            class_name="pb-16 md:pt-28 md:pb-24",
        ),
        _sponsors(texts),
        reasons(texts),
        packages(texts),
        testimonials(texts, images),
        calls(texts),
    )


def _sponsors(texts: Any) -> rx.Component:
    return section(
        section_heading("sponsors", "With thanks to", texts.sponsors_title),
        rx.el.div(
            loaded(
                SPONSOR_GROUPS,
                rx.cond(
                    SPONSOR_GROUPS.data,
                    rx.el.div(
                        rx.foreach(SPONSOR_GROUPS.data, sponsor_group), class_name="grid gap-20"
                    ),
                    empty_state(
                        "No sponsors currently available.", "Be the first for this edition."
                    ),
                ),
                loading=rx.fragment(
                    spinner("Loading sponsors...", "sr-only"), sponsor_group_skeleton()
                ),
                failure="Failed to load sponsors.",
            ),
            # The minimum height keeps the next section below the fold while sponsors load.
            class_name="mt-16 min-h-[60vh]",
            data_testid="sponsors",
        ),
        anchor="sponsors",
        background="surface",
    )


PARTNERS_PAGE = PublicPage(
    paths.PARTNERS,
    partners_page,
    Head("Partners", f"Who supports the {settings().programme}, and how to join them."),
    lists=(Sponsor,),
)
