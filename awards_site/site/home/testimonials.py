"""What honorees and partners say (spec 1, "Testimonials")."""

import reflex as rx

from awards_site.site.home.content import TESTIMONIALS
from awards_site.site.home.shapes import Testimonial, TestimonialsTexts
from awards_site.site.home.state import HomePage
from awards_site.ui.fixed_texts import shown
from awards_site.ui.portrait import portrait
from awards_site.ui.sections import section, section_heading
from awards_site.ui.slider import slider

_ANCHOR = "testimonials"


def testimonials() -> rx.Component:
    """Return the slider of quotes."""
    return home_testimonials(texts=shown(HomePage.testimonials, TESTIMONIALS))


@rx.memo
def home_testimonials(texts: rx.Var[TestimonialsTexts]) -> rx.Component:
    """Return the section of its texts."""
    return section(
        section_heading(_ANCHOR, "The voices", texts.title, on_dark=True),
        rx.el.div(
            slider(
                "testimonials",
                texts.testimonials,
                _card,
                test_id="testimonials",
            ),
            class_name="mt-16",
        ),
        anchor=_ANCHOR,
        ground="plum",
    )


def _card(testimonial: rx.Var[Testimonial]) -> rx.Component:
    return rx.el.figure(
        rx.el.blockquote(
            rx.el.p(
                f"\u201c{testimonial.quote}\u201d",
                class_name="font-display text-2xl leading-snug font-[360] italic lg:text-[1.75rem]",
            )
        ),
        rx.el.figcaption(
            rx.el.div(
                portrait(testimonial.name, testimonial.image),
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
