"""The message form and the newsletter form of the contact page."""

from typing import Any

import reflex as rx

from awards_site.core import paths
from awards_site.messages.models import InquiryType, MessageBase
from awards_site.pages.contact.presets import FormPreset
from awards_site.ui.forms.api_form import ApiForm, browser_rules, form_field, submit_button, toast
from awards_site.ui.forms.newsletter import newsletter_form


def message_form(preset: rx.Var[FormPreset]) -> rx.Component:
    """Return the message form, prefilled with `preset`."""
    return ApiForm.create(
        rx.el.div(
            form_field("name", "Name", auto_complete="name"),
            form_field("email", "Email", "email", auto_complete="email"),
            class_name="grid gap-x-6 gap-y-8 sm:grid-cols-2",
        ),
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
        endpoint="/api/contact",
        action=paths.POST_MESSAGE,
        rules=browser_rules(MessageBase, "name", "email", "subject", "message"),
        success=toast("Message sent successfully!", "We'll get back to you as soon as possible."),
        failure=toast("Error sending message", "Please try again later."),
        class_name="grid gap-8",
        aria_label="Contact",
        data_testid="contact-form",
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
