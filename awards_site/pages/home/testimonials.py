"""The testimonials."""

from typing import Any

import reflex as rx

from awards_site.core import paths
from awards_site.pages.home.content import TESTIMONIALS
from awards_site.pages.home.data import TEXTS
from awards_site.pages.home.schemas import TestimonialsTexts
from awards_site.pages.partners.content import Testimonial
from awards_site.ui.images.portrait import portrait, portrait_layout
from awards_site.ui.layout.sections import section, section_heading
from awards_site.ui.lists.slider import SLIDE, Slider
from awards_site.ui.queries.content_blocks import Images, block_images, block_texts

_PORTRAIT = portrait_layout(("", "3.5rem"))


def testimonials() -> rx.Component:
    return home_testimonials(
        texts=block_texts(TEXTS, TESTIMONIALS), images=block_images(TEXTS, TESTIMONIALS)
    )


@rx.memo
def home_testimonials(texts: rx.Var[TestimonialsTexts], images: rx.Var[Images]) -> rx.Component:
    return section(
        section_heading(paths.TESTIMONIALS_ANCHOR, "The voices", texts.title, on_dark=True),
        rx.el.div(
            Slider.create(
                rx.foreach(
                    texts.testimonials,
                    lambda testimonial: rx.el.li(_card(testimonial, images), class_name=SLIDE),
                ),
                label="testimonials",
                data_testid="testimonials",
            ),
            class_name="mt-16",
        ),
        anchor=paths.TESTIMONIALS_ANCHOR,
        background="plum",
    )


def _card(testimonial: rx.Var[Testimonial], images: Any) -> rx.Component:
    return rx.el.figure(
        rx.el.blockquote(
            rx.el.p(
                f"\u201c{testimonial.quote}\u201d",
                class_name="font-display text-2xl leading-snug font-[360] italic lg:text-[1.75rem]",
            )
        ),
        rx.el.figcaption(
            rx.el.div(
                portrait(testimonial.name, images[testimonial.image], _PORTRAIT),
                class_name="w-14 flex-none",
                aria_hidden="true",
            ),
            rx.el.span(
                rx.el.span(testimonial.name, class_name="block font-semibold"),
                rx.el.span(testimonial.role, class_name="label block text-on-plum-muted"),
            ),
            class_name="mt-8 flex items-center gap-4",
        ),
        class_name="flex h-full flex-col justify-between border-t border-gold-light/40 pt-6 pr-10",
    )
