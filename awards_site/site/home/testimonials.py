"""What honorees and partners say (spec 1, "Testimonials")."""

import reflex as rx

from awards_site.site.home.content import HOME, Testimonial
from awards_site.ui.portrait import portrait
from awards_site.ui.sections import section, section_heading
from awards_site.ui.slider import slider

_ANCHOR = "testimonials"


def testimonials() -> rx.Component:
    """Return the slider of quotes."""
    return section(
        section_heading(_ANCHOR, "The voices", HOME.testimonials_title, on_dark=True),
        rx.el.div(
            slider(
                "testimonials",
                *[_card(testimonial) for testimonial in HOME.testimonials],
                test_id="testimonials",
            ),
            class_name="mt-16",
        ),
        anchor=_ANCHOR,
        ground="plum",
    )


def _card(testimonial: Testimonial) -> rx.Component:
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
