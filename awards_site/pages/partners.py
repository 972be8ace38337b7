"""The page Partners."""

from typing import Annotated, Any

import reflex as rx
from pydantic import Field

from awards_site.core import paths
from awards_site.core.presentation.content_blocks import (
    BlockSchema,
    ContentBlock,
    Line,
    OptionalImageUrl,
    Paragraph,
    default_texts,
)
from awards_site.core.validation import Boolean
from awards_site.features.sponsors.entity import Sponsor
from awards_site.features.sponsors.showcase import (
    SPONSOR_GROUPS,
    sponsor_group,
    sponsor_group_skeleton,
)
from awards_site.settings import settings
from awards_site.ui.controls import button_link, page_button, text_link
from awards_site.ui.images import portrait, portrait_layout
from awards_site.ui.loading_states import empty_state, loaded, spinner
from awards_site.ui.pages import Head, public_page
from awards_site.ui.queries import block_images, block_texts, blocks_query
from awards_site.ui.shell import MenuEntry, shell
from awards_site.ui.theme import call_to_action_section, page_intro, section, section_heading


class Reason(BlockSchema):
    """A reason to become a partner."""

    title: Line
    text: Paragraph


class Package(BlockSchema):
    """A sponsorship package; a featured one is highlighted."""

    name: Line
    price: Line
    benefits: Annotated[list[Line], Field(min_length=1, max_length=12)]
    featured: Annotated[bool, Boolean()] = False


class Testimonial(BlockSchema):
    """A quote by a person; without an image, the person's monogram is displayed."""

    quote: Paragraph
    name: Line
    role: Line
    image: Annotated[OptionalImageUrl, Field(description="A monogram if empty.")] = None


class PartnersTexts(BlockSchema):
    """The texts of the page."""

    title: Line
    lead: Paragraph
    sponsors_title: Line
    reasons_title: Line
    reasons: Annotated[list[Reason], Field(min_length=1, max_length=12)]
    packages_title: Line
    packages_lead: Paragraph
    featured_label: Annotated[Line, Field(description="Marks featured packages.")]
    packages: Annotated[list[Package], Field(min_length=1, max_length=12)]
    testimonials_title: Line
    testimonials: Annotated[list[Testimonial], Field(max_length=12)]
    calls_title: Line
    calls_text: Paragraph


PARTNERS = ContentBlock(
    "page.partners",
    "Partners page",
    default_texts(PartnersTexts, __file__),
)


PACKAGES_ANCHOR = "packages"
_PORTRAIT = portrait_layout(("", "4rem"))

_FEATURED = (
    "bg-gold-light text-ink md:col-span-2 lg:col-span-4 lg:grid lg:grid-cols-[1fr_1fr_1.2fr]"
    " lg:items-start lg:gap-12 lg:[&>*]:mt-0"
)


def reasons(texts: Any) -> rx.Component:
    return section(
        section_heading("reasons", "The reasons", texts.reasons_title),
        rx.el.ol(
            rx.foreach(texts.reasons, _reason),
            class_name="mt-16 grid gap-x-16 gap-y-12 md:ml-58 md:grid-cols-2",
            data_testid="reasons",
        ),
        anchor="reasons",
    )


def _reason(reason: rx.Var[Reason], index: rx.Var[int]) -> rx.Component:
    return rx.el.li(
        rx.el.span(
            index + 1, aria_hidden="true", class_name="numeral block text-6xl text-gold lining-nums"
        ),
        rx.el.h3(reason.title, class_name="display-3 mt-6"),
        rx.el.p(reason.text, class_name="mt-3 max-w-[29.5em] text-muted"),
    )


def packages(texts: Any) -> rx.Component:
    return section(
        section_heading(
            PACKAGES_ANCHOR, "The packages", texts.packages_title, texts.packages_lead, on_dark=True
        ),
        rx.el.ul(
            rx.foreach(texts.packages, lambda package: _package(package, texts.featured_label)),
            class_name="mt-16 grid gap-px border border-gold-light/30 bg-gold-light/30"
            " md:grid-cols-2 lg:grid-cols-4",
            data_testid="packages",
        ),
        anchor=PACKAGES_ANCHOR,
        background="plum",
    )


def _package(package: rx.Var[Package], label: rx.Var[str]) -> rx.Component:
    return rx.el.li(
        rx.el.div(
            rx.el.h3(package.name, class_name="display-3"),
            rx.cond(
                package.featured,
                rx.el.span(
                    label, class_name="label bg-plum px-3 py-1 font-semibold text-gold-light"
                ),
            ),
            class_name="flex flex-wrap items-center justify-between gap-3",
        ),
        rx.el.p(
            package.price,
            class_name=[
                "mt-6 font-display leading-none font-[340] tracking-[-0.02em] lining-nums",
                rx.cond(
                    package.featured,
                    "text-[clamp(3.5rem,9vw,8rem)]",
                    "text-[clamp(2.5rem,3.4vw,3.25rem)]",
                ),
            ],
        ),
        rx.el.ul(
            rx.foreach(
                package.benefits,
                lambda benefit: rx.el.li(benefit, class_name="border-t border-current/25 py-3"),
            ),
            class_name="mt-8",
        ),
        class_name=["p-7 sm:p-9", rx.cond(package.featured, _FEATURED, "bg-plum")],
        data_testid="package",
        data_featured=package.featured,
    )


def testimonials(texts: Any, images: Any) -> rx.Component:
    return section(
        section_heading("partner-voices", "The voices", texts.testimonials_title),
        rx.el.ul(
            rx.foreach(texts.testimonials, lambda each: _testimonial(each, images)),
            class_name="mt-16 grid gap-x-16 gap-y-14 lg:grid-cols-2",
            data_testid="partner-testimonials",
        ),
        anchor="partner-voices",
    )


def _testimonial(testimonial: rx.Var[Testimonial], images: Any) -> rx.Component:
    quote = "text-[clamp(1.5rem,1.2rem+1.2vw,2.125rem)] leading-snug font-[360] text-plum italic"
    return rx.el.li(
        testimonial_figure(
            testimonial,
            portrait(testimonial.name, images[testimonial.image], _PORTRAIT),
            class_name="border-gold pt-7",
            quote_class=quote,
            portrait_class="w-16",
            role_class="text-muted",
        )
    )


def testimonial_figure(
    testimonial: rx.Var[Testimonial],
    image: rx.Component,
    *,
    class_name: str,
    quote_class: str,
    portrait_class: str,
    role_class: str,
) -> rx.Component:
    return rx.el.figure(
        rx.el.blockquote(
            rx.el.p(f"\u201c{testimonial.quote}\u201d", class_name=f"font-display {quote_class}")
        ),
        rx.el.figcaption(
            rx.el.div(image, class_name=f"{portrait_class} flex-none", aria_hidden="true"),
            rx.el.span(
                rx.el.span(testimonial.name, class_name="block font-semibold"),
                rx.el.span(testimonial.role, class_name=f"label block {role_class}"),
            ),
            class_name="mt-8 flex items-center gap-4",
        ),
        class_name=f"flex h-full flex-col justify-between border-t {class_name}",
    )


def calls(texts: Any) -> rx.Component:
    return call_to_action_section(
        texts,
        page_button("Become a Sponsor", paths.CONTACT_SPONSORSHIP),
        page_button("Request a Proposal", paths.CONTACT_PROPOSAL, tone="outline"),
        below=[text_link("Write to us", href=paths.CONTACT, class_name="mt-8")],
        background="surface",
    )


TEXTS = blocks_query(PARTNERS)


@public_page(
    paths.PARTNERS,
    Head("Partners", f"Who supports the {settings().programme}, and how to join them."),
    lists=(Sponsor,),
    menu=MenuEntry("Partners", 90),
)
def partners_page() -> rx.Component:
    texts = block_texts(TEXTS, PARTNERS)
    return shell(
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
        testimonials(texts, block_images(TEXTS, PARTNERS)),
        calls(texts),
        active=paths.PARTNERS,
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
