"""The contact section: the message form and the newsletter form."""

from typing import Any

import reflex as rx

from awards_site.core import paths
from awards_site.messages.models import MessageBase
from awards_site.pages.home.content import CONTACT
from awards_site.pages.home.data import TEXTS
from awards_site.ui.forms.api_form import ApiForm, browser_rules, form_field, submit_button, toast
from awards_site.ui.forms.newsletter import newsletter_form
from awards_site.ui.layout.sections import section, section_heading
from awards_site.ui.queries.content_blocks import block_texts

_INQUIRY_TYPES = [
    ("nomination", "Nomination"),
    ("sponsorship", "Sponsorship"),
    ("media", "Media"),
    ("general", "General"),
]
"""The inquiry types of this form and their labels."""


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
    return ApiForm.create(
        rx.el.div(
            form_field("name", "Name", auto_complete="name"),
            form_field("email", "Email", "email", auto_complete="email"),
            class_name="grid gap-x-6 gap-y-8 sm:grid-cols-2",
        ),
        form_field(
            "inquiryType",
            "Inquiry type",
            "select",
            options=[("", "Select an inquiry type"), *_INQUIRY_TYPES],
        ),
        form_field("message", "Message", "textarea", rows=6),
        submit_button("Send Message", "Sending...", class_name="justify-self-start"),
        rules=browser_rules(MessageBase, "name", "email", "inquiryType", "message"),
        endpoint="/api/contact",
        action=paths.POST_MESSAGE,
        success=toast("Message sent", "Thank you for contacting us. We'll get back to you soon."),
        failure=toast("Error sending message"),
        class_name="grid gap-8",
        aria_label="Contact",
        data_testid="contact-form",
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
