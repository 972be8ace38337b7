"""The page Contact."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import reflex as rx
from pydantic import Field, computed_field

from awards_site.core import paths
from awards_site.core.paths import mailto
from awards_site.core.presentation.content_blocks import (
    BlockSchema,
    ContentBlock,
    Line,
    Paragraph,
    default_texts,
)
from awards_site.features.messages.entity import InquiryType, MessageBase
from awards_site.settings import settings
from awards_site.ui.controls import text_link
from awards_site.ui.forms import (
    ApiForm,
    browser_rules,
    form_field,
    newsletter_form,
    submit_button,
    toast,
)
from awards_site.ui.pages import Head, public_page
from awards_site.ui.queries import block_texts, blocks_query
from awards_site.ui.shell import MenuEntry, shell
from awards_site.ui.theme import page_intro, section, section_heading


class Question(BlockSchema):
    """A frequently asked question and its answer."""

    question: Line
    answer: Paragraph


class ContactTexts(BlockSchema):
    """The texts of the page."""

    title: Line
    lead: Paragraph
    form_title: Line
    details_title: Line
    email: Line
    phone: Line
    address: Annotated[list[Line], Field(min_length=1, max_length=8)]
    working_hours: Line
    newsletter_title: Line
    newsletter_text: Paragraph
    thanks_title: Annotated[Line, Field(description="Shown to new subscribers.")]
    thanks_text: Annotated[Paragraph, Field(description="Shown to new subscribers.")]
    map_caption: Paragraph
    questions_title: Line
    questions: Annotated[list[Question], Field(max_length=24)]

    @computed_field  # type: ignore[prop-decorator]
    @property
    def email_url(self) -> str:
        """The `mailto:` URL of the email address."""
        return mailto(self.email)

    @computed_field  # type: ignore[prop-decorator]
    @property
    def phone_url(self) -> str:
        """The `tel:` URL of the phone number."""
        return f"tel:{re.sub(r'[^+0-9]', '', self.phone)}"


CONTACT = ContentBlock(
    "page.contact",
    "Contact page",
    default_texts(ContactTexts, __file__),
)


_SIZE = "0 0 800 420"
_RIVER = "M-20 330C120 250 190 400 330 330S520 210 640 250 760 330 840 270"
_PARK = "M470 40h150l30 90-110 50-80-60z"
_AVENUES = (
    "M-10 90 820 20M-10 210 820 120M60-10 200 440M300-10 380 440M520-10 560 440M700-10 690 440"
)
_STREETS = (
    "M-10 150 820 70M-10 270 300 236M-10 390 820 360M130-10 280 440M220-10 330 440M410-10 470 440"
    "M610-10 630 440M400 300 820 210M760-10 770 440"
)
_PIN = "M400 214c-22-34-34-50-34-70a34 34 0 0 1 68 0c0 20-12 36-34 70z"


def office_map() -> rx.Component:
    return rx.el.svg(
        rx.el.rect(width="800", height="420", class_name="fill-line"),
        rx.el.path(d=_PARK, class_name="fill-gold-light/35"),
        rx.el.path(d=_RIVER, class_name="fill-none stroke-plum/15 stroke-[34]"),
        rx.el.path(d=_STREETS, class_name="fill-none stroke-ground stroke-[4]"),
        rx.el.path(d=_AVENUES, class_name="fill-none stroke-surface stroke-[11]"),
        rx.el.ellipse(cx="400", cy="216", rx="20", ry="6", class_name="fill-plum/25"),
        rx.el.path(d=_PIN, class_name="fill-plum"),
        rx.el.circle(cx="400", cy="144", r="12", class_name="fill-gold-light"),
        view_box=_SIZE,
        aria_label="Map placeholder: a drawing of streets around the office",
        data_testid="map-placeholder",
        custom_attrs={"role": "img", "preserveAspectRatio": "xMidYMid slice"},
        class_name="block h-64 w-full md:h-96",
    )


@dataclass(frozen=True)
class FormPreset:
    """The initial values of the form's fields."""

    inquiry_type: InquiryType = InquiryType.GENERAL
    subject: str = ""
    message: str = ""


NOMINATION = FormPreset(
    InquiryType.NOMINATION,
    "A nomination",
    "I would like to nominate:\n\nHer name: \nHer company: \nWhy the jury should know her: ",
)
SPONSORSHIP = FormPreset(
    InquiryType.SPONSORSHIP,
    "Becoming a sponsor",
    "We would like to become a sponsor.\n\nOur organisation: \nThe package: \nOur questions: ",
)
PROPOSAL = FormPreset(
    InquiryType.SPONSORSHIP,
    "Request for a proposal",
    "Please send us a proposal.\n\nOur organisation: \nWhat we care about: \nWhat we can give: ",
)


def message_form(*fields: rx.Component, names: Sequence[str], **props: Any) -> rx.Component:
    """Return a form whose `fields` follow those for name and email; `names` are to be checked."""
    return ApiForm.create(
        rx.el.div(
            form_field("name", "Name", auto_complete="name"),
            form_field("email", "Email", "email", auto_complete="email"),
            class_name="grid gap-x-6 gap-y-8 sm:grid-cols-2",
        ),
        *fields,
        endpoint="/api/contact",
        action=paths.POST_MESSAGE,
        rules=browser_rules(MessageBase, "name", "email", *names),
        class_name="grid gap-8",
        aria_label="Contact",
        data_testid="contact-form",
        **props,
    )


def _message_form(preset: FormPreset) -> rx.Component:
    return message_form(
        rx.el.div(
            form_field("subject", "Subject", default_value=preset.subject),
            form_field(
                "inquiryType",
                "Inquiry type",
                "select",
                options=list(InquiryType.labels().items()),
                default_value=preset.inquiry_type,
            ),
            class_name="grid gap-x-6 gap-y-8 sm:grid-cols-2",
        ),
        form_field("message", "Message", "textarea", rows=7, default_value=preset.message),
        submit_button(
            "Send Message", "Processing...", class_name="min-w-[min(11rem,100%)] justify-self-start"
        ),
        names=("subject", "message"),
        success=toast("Message sent successfully!", "We'll get back to you as soon as possible."),
        failure=toast("Error sending message", "Please try again later."),
    )


def newsletter_signup(texts: Any) -> rx.Component:
    """Return the newsletter form, replaced by a thank-you after subscribing."""
    thanks = rx.el.div(
        rx.el.h3(texts.thanks_title, class_name="display-3"),
        rx.el.p(texts.thanks_text, class_name="mt-3 max-w-[29.5em] text-on-plum-muted"),
        role="status",
        data_testid="newsletter-thanks",
    )
    return rx.el.div(
        newsletter_form(
            rx.el.div(
                rx.el.h3(texts.newsletter_title, class_name="display-3"),
                rx.el.p(
                    texts.newsletter_text, class_name="mt-3 mb-2 max-w-[29.5em] text-on-plum-muted"
                ),
            ),
            form_field(
                "email", "Your email", "email", on_dark=True, required=True, auto_complete="email"
            ),
            submit_button("Subscribe", "Subscribing...", "gold", "justify-self-start"),
            thanks=thanks,
            class_name="grid gap-4",
            no_validate=False,
            aria_label="Newsletter signup",
            data_testid="contact-newsletter",
        ),
        class_name="on-dark bg-plum p-7 text-on-plum sm:p-10",
    )


TEXTS = blocks_query(CONTACT)


_DESCRIPTION = f"Write to the {settings().programme}: nominations, sponsorship, the press."
_PRESET_HEAD = Head("Contact", _DESCRIPTION, is_indexed=False)


@public_page(paths.CONTACT, Head("Contact", _DESCRIPTION), menu=MenuEntry("Contact", 100))
def contact_page() -> rx.Component:
    return _page(FormPreset())


@public_page(paths.CONTACT_NOMINATION, _PRESET_HEAD, is_in_sitemap=False)
def nomination_contact_page() -> rx.Component:
    return _page(NOMINATION)


@public_page(paths.CONTACT_SPONSORSHIP, _PRESET_HEAD, is_in_sitemap=False)
def sponsorship_contact_page() -> rx.Component:
    return _page(SPONSORSHIP)


@public_page(paths.CONTACT_PROPOSAL, _PRESET_HEAD, is_in_sitemap=False)
def proposal_contact_page() -> rx.Component:
    return _page(PROPOSAL)


CONTACT_PAGES = (
    contact_page,
    nomination_contact_page,
    sponsorship_contact_page,
    proposal_contact_page,
)


def _page(preset: FormPreset) -> rx.Component:
    texts = block_texts(TEXTS, CONTACT)
    return shell(
        page_intro(texts, class_name="pb-16 md:pt-24 md:pb-20"),
        rx.el.div(
            rx.el.section(
                rx.el.h2(texts.form_title, id="message-heading", class_name="display-3 mb-8"),
                _message_form(preset),
                aria_labelledby="message-heading",
                class_name="border-t border-gold pt-8",
            ),
            rx.el.div(_details(texts), newsletter_signup(texts), class_name="grid gap-14"),
            class_name="page-width grid gap-x-20 gap-y-16 pb-20 md:pb-28 lg:grid-cols-[1.5fr_1fr]",
        ),
        rx.el.figure(
            office_map(),
            rx.el.figcaption(texts.map_caption, class_name="label page-width mt-4 text-muted"),
        ),
        _questions(texts),
        active=paths.CONTACT,
    )


def _details(texts: Any) -> rx.Component:
    return rx.el.section(
        rx.el.h2(texts.details_title, id="details-heading", class_name="display-3 mb-6"),
        rx.el.dl(
            _detail("Email", text_link(texts.email, href=texts.email_url)),
            _detail("Phone", text_link(texts.phone, href=texts.phone_url)),
            _detail(
                "Address",
                rx.el.address(
                    rx.foreach(texts.address, lambda line: rx.el.span(line, class_name="block")),
                    class_name="not-italic",
                ),
            ),
            _detail("Working hours", texts.working_hours),
            data_testid="contact-details",
        ),
        aria_labelledby="details-heading",
        class_name="border-t border-gold pt-8",
    )


def _detail(label: str, text: Any) -> rx.Component:
    return rx.el.div(
        rx.el.dt(label, class_name="label pt-0.5 text-gold-ink"),
        rx.el.dd(text, class_name="min-w-0"),
        class_name="grid gap-x-6 border-t border-line py-4 first:border-t-0 first:pt-0"
        " sm:grid-cols-[8rem_1fr]",
    )


def _questions(texts: Any) -> rx.Component:
    return section(
        section_heading("questions", "Before you write", texts.questions_title),
        rx.el.div(
            rx.foreach(texts.questions, _question),
            class_name="mt-12 border-b border-line md:ml-58",
            data_testid="questions",
        ),
        anchor="questions",
    )


def _question(entry: rx.Var[Question]) -> rx.Component:
    return rx.el.details(
        rx.el.summary(
            rx.el.h3(entry.question, class_name="display-3"),
            rx.el.span(
                class_name="relative size-5 flex-none text-gold-ink before:absolute"
                " before:inset-x-0 before:top-1/2 before:border-t before:border-current"
                " after:absolute after:inset-y-0 after:left-1/2 after:border-l"
                " after:border-current after:transition-transform group-open:after:scale-y-0",
                aria_hidden="true",
            ),
            class_name="flex list-none items-center justify-between gap-6 py-6"
            " [&::-webkit-details-marker]:hidden",
        ),
        rx.el.p(entry.answer, class_name="max-w-[41.5em] pb-8 text-muted"),
        class_name="group border-t border-line",
    )
