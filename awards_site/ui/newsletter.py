"""The newsletter form of the footer, and what all newsletter forms share."""

from typing import Any

import reflex as rx
from reflex_base.event import EventSpec

from awards_site.ui.forms import CheckedForm, Submission, field, submit_button
from awards_site.ui.notices import notify

_PATH = "/api/newsletter"
_FAILURE = "Error subscribing"
SUBSCRIBED = notify(
    "Subscribed to newsletter!",
    "You'll receive updates about the programme's events and announcements.",
)
"""The notice of the footer and of the contact page (spec 1, section 8)."""


class Subscription(Submission, mixin=True):  # type: ignore[call-arg]
    """What a newsletter form does with an address; each form on a page has a State of its own."""

    async def _subscribe(self, data: dict[str, Any], success: EventSpec) -> EventSpec:
        """Subscribe the address in `data` and return the notice of how it went."""
        body = {"email": data.get("email", "")}
        return await self._send(_PATH, body, success=success, failure=_FAILURE)


class FooterSubscription(Subscription, rx.State):
    """The newsletter form of the footer."""

    @rx.event
    async def subscribe(self, data: dict[str, Any]) -> EventSpec:
        """Subscribe the address and say so."""
        return await self._subscribe(data, SUBSCRIBED)


def footer_newsletter() -> rx.Component:
    """Return the form; it uses the browser's required email field (spec 1, section 5)."""
    return CheckedForm.create(
        field(
            "email",
            "Email address",
            "email",
            on_dark=True,
            required=True,
            auto_complete="email",
            placeholder="you@example.com",
        ),
        submit_button("Subscribe", "Subscribing...", "gold", "self-end"),
        rules={},
        no_validate=False,
        settled=FooterSubscription.settled,
        successes=FooterSubscription.successes,
        on_submit=FooterSubscription.subscribe,
        class_name="grid gap-4 sm:grid-cols-[1fr_auto]",
        custom_attrs={"aria-label": "Newsletter", "data-testid": "footer-newsletter"},
    )
