"""The message form and the newsletter signup of the contact page (spec 1, sections 4, 5 and 8)."""

import asyncio
from typing import Any

import reflex as rx
from reflex_base.event import EventSpec

from awards_site.messages.models import InquiryType, MessageFields
from awards_site.ui.forms import CheckedForm, Submission, browser_rules, field, submit_button
from awards_site.ui.newsletter import SUBSCRIBED, Subscription
from awards_site.ui.notices import notify

_PROCESSING_SECONDS = 1.0


class ContactMessage(Submission, rx.State):
    """The message form of the contact page."""

    @rx.event
    async def send(self, data: dict[str, Any]) -> EventSpec:
        """Send the message after the specified second, and say so."""
        await asyncio.sleep(_PROCESSING_SECONDS)
        return await self._send(
            "/api/contact",
            data,
            success=notify(
                "Message sent successfully!", "We'll get back to you as soon as possible."
            ),
            failure="Error sending message",
            advice="Please try again later.",
        )


class ContactSubscription(Subscription, rx.State):
    """The newsletter signup of the contact page."""

    @rx.event
    async def subscribe(self, data: dict[str, Any]) -> EventSpec:
        """Subscribe the address and say so."""
        return await self._subscribe(data, SUBSCRIBED)


def message_form() -> rx.Component:
    """Return the form; while it sends, its button is disabled and reads 'Processing...'."""
    return CheckedForm.create(
        rx.el.div(
            field("name", "Name", auto_complete="name"),
            field("email", "Email", "email", auto_complete="email"),
            class_name="grid gap-x-6 gap-y-8 sm:grid-cols-2",
        ),
        rx.el.div(
            field("subject", "Subject"),
            field(
                "inquiryType",
                "Inquiry type",
                "select",
                options=list(InquiryType.labels().items()),
                default_value=InquiryType.GENERAL.value,
            ),
            class_name="grid gap-x-6 gap-y-8 sm:grid-cols-2",
        ),
        field("message", "Message", "textarea", rows=7),
        submit_button("Send Message", "Processing...", class_name="min-w-44 justify-self-start"),
        rules=browser_rules(MessageFields, "name", "email", "subject", "message"),
        settled=ContactMessage.settled,
        successes=ContactMessage.successes,
        on_submit=ContactMessage.send,
        class_name="grid gap-8",
        custom_attrs={"aria-label": "Contact", "data-testid": "contact-form"},
    )


def newsletter_signup(texts: Any) -> rx.Component:
    """Return the signup, or the thanks once the visitor has subscribed."""
    return rx.el.div(
        rx.cond(
            ContactSubscription.successes > 0,
            rx.el.div(
                rx.el.h3(texts.thanks_title, class_name="display-3"),
                rx.el.p(texts.thanks_text, class_name="mt-3 max-w-[29.5em] text-on-plum-muted"),
                role="status",
                custom_attrs={"data-testid": "newsletter-thanks"},
            ),
            rx.fragment(
                rx.el.h3(texts.newsletter_title, class_name="display-3"),
                rx.el.p(texts.newsletter_text, class_name="mt-3 max-w-[29.5em] text-on-plum-muted"),
                _newsletter_form(),
            ),
        ),
        class_name="on-dark bg-plum p-7 text-on-plum sm:p-10",
    )


def _newsletter_form() -> rx.Component:
    return CheckedForm.create(
        field("email", "Your email", "email", on_dark=True, required=True, auto_complete="email"),
        submit_button("Subscribe", "Subscribing...", "gold", "justify-self-start"),
        rules={},
        no_validate=False,
        settled=ContactSubscription.settled,
        on_submit=ContactSubscription.subscribe,
        class_name="mt-6 grid gap-4",
        custom_attrs={"aria-label": "Newsletter signup", "data-testid": "contact-newsletter"},
    )
