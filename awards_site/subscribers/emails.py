"""The email that asks to confirm a subscription."""

from awards_site.core import paths
from awards_site.mail.email import Button, Note, Paragraph, TemplatedEmail
from awards_site.settings import settings

CONFIRMATION = "newsletter-confirmation"
"""The kind of the email."""


def confirmation(token: str) -> TemplatedEmail:
    programme = settings().programme
    return TemplatedEmail(
        CONFIRMATION,
        "Please confirm your subscription",
        "Please confirm your subscription",
        (
            Paragraph(f"This email address was entered for the newsletter of the {programme}."),
            Button(
                "Confirm subscription",
                f"{settings().public_url}{paths.confirm_subscription(token)}",
            ),
            Note(
                "The link expires after 7 days. If you do not want the newsletter, you can ignore"
                " this email; without your confirmation, your email address is deleted."
            ),
        ),
        "You are receiving this because this email address was entered for our newsletter.",
    )
