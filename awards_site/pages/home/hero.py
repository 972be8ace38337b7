"""The hero: the active cover page over its background, and the countdown."""

from typing import Any

import reflex as rx

from awards_site.core import paths
from awards_site.core.presentation.views import ResponsiveImage
from awards_site.frontend import react, script
from awards_site.pages.home.content import HERO
from awards_site.pages.home.data import COVER, TEXTS
from awards_site.settings import settings
from awards_site.ui.buttons import button_link
from awards_site.ui.countdown import Countdown
from awards_site.ui.images.picture import Layout, preload
from awards_site.ui.layout.logo import logo
from awards_site.ui.layout.paint_guards import HIDDEN_UNTIL_NEXT_SIBLING
from awards_site.ui.links import link
from awards_site.ui.loading_states import spinner
from awards_site.ui.queries.content_blocks import block_texts

_SLIDE_MS = 5000
_LAYOUT = Layout((("", "100vw"),))
"""The images cover the viewport. Cropping on phones is ignored, as an overlay darkens the image."""


Backdrop = react(
    "Backdrop",
    script("pages/home/backdrop.jsx"),
    video=str,
    images=list[ResponsiveImage],
    layout=Layout,
    transparency=int,
    focal_x=int,
    fallback_image=str,
    interval_ms=int,
)
"""The video or the images behind the hero, below a dark overlay of `transparency` percent.

Narrow screens crop it around `focal_x` percent from the left. `fallback_image` is the URL of
the image that replaces missing and broken ones.
"""


def hero() -> rx.Component:
    """Return the hero; while the cover page loads, a spinner replaces its texts."""
    texts = block_texts(TEXTS, HERO)
    return rx.el.section(
        preload(COVER.data["images"][0], _LAYOUT),
        Backdrop.create(
            video=COVER.data["video"],
            images=COVER.data["images"],
            layout=_LAYOUT,
            transparency=COVER.data["transparency"],
            focal_x=COVER.data["focal_x"],
            fallback_image=paths.DEFAULT_HERO_IMAGE,
            interval_ms=_SLIDE_MS,
        ),
        rx.el.div(
            Countdown.create(
                target=texts.countdown_target.to(str),
                programme=settings().short_name,
                lead=rx.Var.create(f"{settings().edition_number} ") + texts.countdown_lead,
                over=texts.countdown_over,
                class_name="min-h-14 font-display text-lg text-gold-light tabular-nums sm:min-h-8"
                " sm:text-xl",
                data_testid="countdown",
            ),
            rx.el.div(
                rx.cond(
                    COVER.is_pending,
                    spinner("Loading the cover page", "absolute top-10 left-0 text-gold-light"),
                ),
                rx.el.div(
                    _texts(texts),
                    key=rx.cond(COVER.is_pending, "pending", "loaded"),
                    class_name=rx.cond(COVER.is_pending, "late", "arrive"),
                ),
                class_name="relative mt-auto",
            ),
            class_name="page-width relative z-[1] flex grow flex-col pt-28 pb-24 md:pt-32"
            f" {HIDDEN_UNTIL_NEXT_SIBLING}",
        ),
        _scroll_arrow(),
        id=paths.HERO_ANCHOR,
        aria_label="Welcome",
        class_name="on-dark relative flex min-h-svh flex-col overflow-hidden bg-plum-deep"
        " text-on-plum",
        data_testid="hero",
    )


def _texts(texts: Any) -> rx.Component:
    return rx.fragment(
        logo("mb-8 text-gold-light"),
        rx.el.h1(
            rx.cond(COVER.data["title"], COVER.data["title"], texts.title),
            class_name="display-1 max-w-[7.9em] pb-1",
        ),
        rx.cond(
            COVER.data["subtitle"],
            rx.el.p(COVER.data["subtitle"], class_name="display-3 mt-6 text-gold-light"),
        ),
        rx.el.p(
            rx.cond(COVER.data["description"], COVER.data["description"], texts.description),
            class_name="lead mt-5 max-w-[34.5em] text-on-plum",
        ),
        rx.el.div(
            rx.cond(
                COVER.data["cta_link"],
                button_link(COVER.data["cta_text"], href=COVER.data["cta_link"]),
                rx.fragment(
                    button_link("Nominate Now", href=paths.anchor(paths.NOMINATE_ANCHOR)),
                    button_link(
                        "Partner With Us",
                        href=paths.anchor(paths.PARTNERS_ANCHOR),
                        tone="outline-on-dark",
                    ),
                ),
            ),
            # Narrower on phones, so that the two fit one line in any typeface.
            class_name="mt-9 flex flex-wrap gap-3 *:px-4 sm:gap-4 sm:*:px-6",
        ),
    )


def _scroll_arrow() -> rx.Component:
    return link(
        rx.el.svg(
            rx.el.path(d="M12 3v18M5 14l7 7 7-7"),
            view_box="0 0 24 24",
            aria_hidden="true",
            class_name="size-6 fill-none stroke-current stroke-[1.25]",
        ),
        href=paths.anchor(paths.ABOUT_ANCHOR),
        aria_label="Scroll down to About",
        class_name="absolute right-[clamp(1.25rem,5vw,4rem)] bottom-8 z-10 grid size-14"
        " place-items-center rounded-full border border-on-plum/50 transition-colors"
        " hover:bg-on-plum hover:text-plum",
    )
