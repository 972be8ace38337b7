"""Home, and its sections below the first."""

from typing import Any

import reflex as rx

from awards_site.core import paths
from awards_site.features.cover_pages.entity import CoverPage
from awards_site.features.nominees.entity import Nominee
from awards_site.features.sponsors.entity import Sponsor
from awards_site.features.sponsors.showcase import SponsorEntry, sponsor_logo
from awards_site.pages.contact import message_form
from awards_site.pages.home_content import (
    ABOUT,
    CATEGORIES,
    CONTACT,
    DESCRIPTION,
    KEYWORDS,
    PARTNERS,
    TESTIMONIALS,
    Category,
    CoreValue,
)
from awards_site.pages.home_top import SPONSORS, TEXTS, editions, hero, honorees
from awards_site.pages.partners import Testimonial, testimonial_figure
from awards_site.settings import settings
from awards_site.ui.controls import button_link, new_tab_link, text_link
from awards_site.ui.forms import (
    form_field,
    newsletter_form,
    submit_button,
    toast,
)
from awards_site.ui.images import portrait, portrait_layout
from awards_site.ui.lists import SLIDE, Slider
from awards_site.ui.loading_states import empty_state, loaded, skeleton
from awards_site.ui.pages import Head, absolute, as_json_ld, programme, public_page
from awards_site.ui.queries import block_images, block_texts
from awards_site.ui.shell import SOCIAL, MenuEntry, shell
from awards_site.ui.theme import action_section, section, section_heading


def about() -> rx.Component:
    texts = block_texts(TEXTS, ABOUT)
    return section(
        section_heading(paths.ABOUT_ANCHOR, "The awards", texts.title),
        rx.el.div(
            rx.el.p(
                rx.el.span(
                    texts.count,
                    class_name="numeral block text-[clamp(6.5rem,17vw,15rem)] text-gold",
                ),
                " ",
                rx.el.span(texts.count_label, class_name="label mt-6 block text-muted"),
            ),
            rx.el.div(
                rx.foreach(
                    texts.paragraphs, lambda text: rx.el.p(text, class_name="lead mt-5 first:mt-0")
                ),
                class_name="max-w-[41.5em] self-end",
            ),
            class_name="mt-16 grid gap-x-16 gap-y-12 md:mt-24 lg:grid-cols-2",
        ),
        _quote(texts),
        rx.el.ul(
            rx.foreach(texts.core_values, _value),
            class_name="mt-20 grid gap-x-10 gap-y-10 md:mt-28 md:grid-cols-3",
        ),
        anchor=paths.ABOUT_ANCHOR,
    )


def _quote(texts: Any) -> rx.Component:
    return rx.el.figure(
        rx.el.blockquote(
            rx.el.p(
                f"\u201c{texts.quote}\u201d",
                class_name="font-display text-[clamp(1.75rem,1.2rem+2.4vw,3.25rem)] leading-[1.16]"
                " font-[340] tracking-[-0.015em] text-plum italic",
            )
        ),
        rx.el.figcaption(texts.quoted, class_name="label mt-6 text-muted"),
        class_name="mt-20 max-w-[60rem] border-l border-gold pl-6 md:mt-28 md:ml-58 md:pl-10",
    )


def _value(value: rx.Var[CoreValue]) -> rx.Component:
    return rx.el.li(
        rx.el.h3(value.title, class_name="display-3"),
        rx.el.p(value.text, class_name="mt-3 max-w-[26.5em] text-muted"),
        class_name="border-t border-ink/25 pt-5",
    )


def categories() -> rx.Component:
    texts = block_texts(TEXTS, CATEGORIES)
    return section(
        section_heading(paths.CATEGORIES_ANCHOR, "The categories", texts.title, texts.lead),
        rx.el.ul(
            rx.foreach(texts.general, _category),
            class_name="mt-16 grid gap-x-12 sm:grid-cols-2 md:mt-24 lg:grid-cols-3",
        ),
        _alumni(texts),
        rx.el.div(
            rx.el.p(texts.nominations_open, class_name="display-3"),
            text_link("Download Nomination Form", href=paths.anchor(paths.NOMINATE_ANCHOR)),
            class_name="mt-16 flex flex-wrap items-baseline justify-between gap-x-10 gap-y-4",
        ),
        anchor=paths.CATEGORIES_ANCHOR,
    )


def _category(category: rx.Var[Category]) -> rx.Component:
    return rx.el.li(
        rx.el.h3(category.title, class_name="display-3 max-w-[10.5em]"),
        rx.el.p(category.text, class_name="mt-3 max-w-[28em] text-muted"),
        _facts(category, "text-gold-ink"),
        class_name="border-t border-ink/25 pt-5 pb-12",
    )


def _facts(category: rx.Var[Category], class_name: str) -> rx.Component:
    return rx.el.p(
        rx.el.span(f"Since {category.since}"),
        rx.el.span(category.eligibility, class_name="border-l border-gold pl-3"),
        class_name=f"label mt-5 flex gap-3 {class_name}",
    )


def _alumni(texts: Any) -> rx.Component:
    return rx.el.div(
        rx.el.h3(texts.alumni_title, class_name="display-3 text-gold-light"),
        rx.el.ul(
            rx.foreach(
                texts.alumni,
                lambda category: rx.el.li(
                    rx.el.h4(category.title, class_name="display-2 max-w-[6.1em]"),
                    rx.el.p(category.text, class_name="mt-4 max-w-[26.5em] text-on-plum-muted"),
                    _facts(category, "text-gold-light"),
                ),
            ),
            class_name="mt-8 grid gap-12 border-t border-gold-light/40 pt-8 md:grid-cols-2",
        ),
        class_name="on-dark mt-4 bg-plum p-7 text-on-plum sm:p-10 lg:p-14",
    )


def nominate() -> rx.Component:
    texts = block_texts(TEXTS, CATEGORIES)
    # Nominations are not submitted on the site; the section links to the form and the contact.
    return action_section(
        texts.nominate_title,
        rx.el.p(texts.nominations_open, class_name="label"),
        rx.el.p(texts.nominate_text, class_name="lead mt-3 max-w-[32em]"),
        rx.el.div(
            button_link(
                "Download the form (PDF)", href=paths.NOMINATION_FORM, download=True, tone="gold"
            ),
            button_link(
                "Ask for the form",
                href=paths.anchor(paths.CONTACT_ANCHOR),
                tone="outline-on-dark",
            ),
            class_name="mt-7 flex flex-wrap gap-4",
        ),
        anchor=paths.NOMINATE_ANCHOR,
    )


_INQUIRY_TYPES = [
    ("nomination", "Nomination"),
    ("sponsorship", "Sponsorship"),
    ("media", "Media"),
    ("general", "General"),
]


def contact() -> rx.Component:
    texts = block_texts(TEXTS, CONTACT)
    return section(
        section_heading(paths.CONTACT_ANCHOR, "The office", texts.title, texts.lead),
        rx.el.div(
            _message_form(),
            _newsletter(texts),
            class_name="mt-16 grid gap-x-20 gap-y-16 lg:grid-cols-[1.5fr_1fr]",
        ),
        anchor=paths.CONTACT_ANCHOR,
        background="surface",
    )


def _message_form() -> rx.Component:
    return message_form(
        form_field(
            "inquiryType",
            "Inquiry type",
            "select",
            options=[("", "Select an inquiry type"), *_INQUIRY_TYPES],
        ),
        form_field("message", "Message", "textarea", rows=6),
        submit_button("Send Message", "Sending...", class_name="justify-self-start"),
        names=("inquiryType", "message"),
        success=toast("Message sent", "Thank you for contacting us. We'll get back to you soon."),
        failure=toast("Error sending message"),
    )


def _newsletter(texts: Any) -> rx.Component:
    return rx.el.div(
        rx.el.h3(texts.newsletter_title, class_name="display-3"),
        rx.el.p(texts.newsletter_text, class_name="mt-3 max-w-[26.5em] text-muted"),
        newsletter_form(
            form_field("email", "Your email", "email", auto_complete="email"),
            submit_button("Subscribe", "Subscribing...", "outline", "justify-self-start"),
            success=toast(
                "Subscribed successfully", "Thank you for joining our community of changemakers!"
            ),
            class_name="mt-6 grid gap-4",
            aria_label="Home newsletter",
            data_testid="home-newsletter",
        ),
        class_name="border-t border-line pt-6",
    )


_CELL = "grid aspect-3/2 place-items-center border-r border-b border-line p-5 sm:p-8"
_GRID = (
    "mt-16 grid grid-cols-2 border-t border-l border-line bg-surface md:grid-cols-3 lg:grid-cols-4"
)
_EMPTY = "We'll be announcing our partners and sponsors soon. Check back later!"


def partners() -> rx.Component:
    texts = block_texts(TEXTS, PARTNERS)
    return section(
        section_heading(paths.PARTNERS_ANCHOR, "With thanks to", texts.title, texts.lead),
        loaded(
            SPONSORS,
            rx.cond(SPONSORS.data, _sponsors(), empty_state(_EMPTY, class_name="mt-16")),
            loading=_loading(),
            failure="Failed to load partners.",
            class_name="mt-16",
        ),
        _benefits(texts),
        anchor=paths.PARTNERS_ANCHOR,
        background="surface",
    )


def _sponsors() -> rx.Component:
    return rx.el.ul(
        rx.foreach(SPONSORS.data, lambda sponsor: rx.el.li(_sponsor(sponsor), key=sponsor["id"])),
        class_name=_GRID,
        data_testid="sponsors",
    )


def _sponsor(sponsor: rx.vars.ObjectVar[SponsorEntry]) -> rx.Component:
    content = sponsor_logo(sponsor, sponsor["name"], "text-center font-display text-xl")
    return rx.cond(
        sponsor["website_url"],
        new_tab_link(
            content,
            href=sponsor["website_url"],
            class_name=f"{_CELL} transition-colors hover:bg-ground focus-visible:-outline-offset-4",
        ),
        rx.el.div(content, class_name=_CELL),
    )


def _loading() -> rx.Component:
    return rx.el.div(
        *[rx.el.div(skeleton("h-12 w-3/5"), class_name=_CELL) for _ in range(8)],
        rx.el.p("Loading partners...", role="status", class_name="sr-only"),
        class_name=_GRID,
        data_testid="sponsors-loading",
    )


def _benefits(texts: Any) -> rx.Component:
    return rx.el.div(
        rx.el.div(
            rx.el.h3(texts.benefits_title, class_name="display-3 mb-7"),
            button_link(
                "Become a Partner", href=paths.anchor(paths.CONTACT_ANCHOR), tone="outline"
            ),
        ),
        rx.el.ul(
            rx.foreach(
                texts.benefits,
                lambda benefit: rx.el.li(
                    benefit, class_name="lead border-t border-line py-4 last:border-b"
                ),
            )
        ),
        class_name="mt-20 grid gap-x-16 gap-y-10 lg:grid-cols-[1fr_2fr]",
    )


_PORTRAIT = portrait_layout(("", "3.5rem"))


def testimonials() -> rx.Component:
    texts, images = block_texts(TEXTS, TESTIMONIALS), block_images(TEXTS, TESTIMONIALS)
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
    return testimonial_figure(
        testimonial,
        portrait(testimonial.name, images[testimonial.image], _PORTRAIT),
        class_name="border-gold-light/40 pt-6 pr-10",
        quote_class="text-2xl leading-snug font-[360] italic lg:text-[1.75rem]",
        portrait_class="w-14",
        role_class="text-on-plum-muted",
    )


def _structured_data() -> str:
    return as_json_ld(
        {**programme(), "description": DESCRIPTION, "sameAs": [each.href for each in SOCIAL]},
        {
            "@type": "WebSite",
            "name": settings().programme,
            "url": absolute(paths.HOME),
            "publisher": {"@id": programme()["@id"]},
        },
    )


@public_page(
    paths.HOME,
    Head("", DESCRIPTION, keywords=KEYWORDS, json_ld=_structured_data()),
    lists=(CoverPage, Sponsor, Nominee),
    menu=MenuEntry("Home", 10),
)
def home_page() -> rx.Component:
    return shell(
        hero(),
        about(),
        editions(),
        categories(),
        nominate(),
        partners(),
        honorees(),
        testimonials(),
        contact(),
        active=paths.HOME,
        over_image=True,
    )
