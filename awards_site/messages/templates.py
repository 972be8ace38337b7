"""The templates of replies, which staff change."""

from typing import Annotated

from pydantic import Field

from awards_site.core.presentation.content_blocks import (
    BlockSchema,
    ContentBlock,
    Line,
    Paragraph,
)
from awards_site.settings import settings

NAME = "{name}"
"""What the sender's name replaces."""


class ReplyTemplate(BlockSchema):
    """A text to begin a reply with."""

    title: Line
    text: Paragraph


class ReplyTemplates(BlockSchema):
    """The templates for replies to contact messages; `{name}` becomes the sender's name."""

    templates: Annotated[list[ReplyTemplate], Field(max_length=20)]


REPLY_TEMPLATES = ContentBlock(
    "mail.replies",
    "Replies to contact messages",
    ReplyTemplates(
        templates=[
            ReplyTemplate(
                title="Thank you",
                text=f"Dear {NAME},\n\nThank you for your message. We have read it and will come"
                " back to you within two working days.\n\nKind regards\n"
                f"{settings().programme}",
            ),
            ReplyTemplate(
                title="How to nominate",
                text=f"Dear {NAME},\n\nThank you for putting a founder forward. Please tell us"
                " her name, her company, and in a few sentences why we should know her. You"
                " will find the form and the dates on our website.\n\nKind regards\n"
                f"{settings().programme}",
            ),
            ReplyTemplate(
                title="Sponsorship",
                text=f"Dear {NAME},\n\nThank you for your interest in supporting the awards. May"
                " we call you this week to talk about what a partnership can look like? Please"
                " send us a number and a time that suits you.\n\nKind regards\n"
                f"{settings().programme}",
            ),
        ]
    ),
    is_public=False,
)
"""The default templates; the content section `mail.replies` overrides them."""
