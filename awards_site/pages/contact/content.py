"""The default texts of the contact page."""

import re
from typing import Annotated

from pydantic import Field, computed_field

from awards_site.core.links import mailto
from awards_site.core.presentation.content_blocks import (
    BlockSchema,
    ContentBlock,
    Line,
    Paragraph,
)
from awards_site.settings import settings


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
    ContactTexts(
        title="Contact us",
        lead="A founder to put forward, a table to book, a story to check: write to us, and one of"
        " us writes back.",
        form_title="Send a message",
        details_title="The office",
        email="hello@example.org",
        phone="+1 (404) 555-0142",
        address=[settings().programme, "Larkspur House, 12 Orangery Row", "Atlanta, GA 30303"],
        working_hours="Monday-Friday, 9AM-5PM EST",
        newsletter_title="Stay in the picture",
        newsletter_text="One letter a month while nominations are open, with the dates that"
        " matter. Fewer when they are not.",
        thanks_title="Thank you for subscribing!",
        thanks_text="The next letter comes to you as well. Each one can be the last if you wish.",
        map_caption="This is a drawing, not a map. For the way to us, give the address above to a"
        " route planner, or ask: we know the shortcuts.",
        questions_title="Asked often",
        questions=[
            Question(
                question="How do I nominate a founder?",
                answer="Choose Nomination as the type of inquiry and tell us her name, her company"
                " and why we should know her. We send you the form and answer what it leaves open."
                " You may nominate yourself.",
            ),
            Question(
                question="Who may be nominated?",
                answer="Any woman who founded a company or leads one she has made her own, in any"
                " trade and any country. Each category says what else it asks for, and two are"
                " kept for past honorees.",
            ),
            Question(
                question="What does a nomination cost?",
                answer="Nothing, for the nominator and for the nominee alike. Partners and"
                " sponsors carry the awards, and they have no seat on the jury.",
            ),
            Question(
                question="How quickly do you answer?",
                answer="Within two working days, except in the week of the gala. Then we answer"
                " the week after, and with a good story.",
            ),
        ],
    ),
)
"""The page's default texts; the content section `page.contact` overrides them."""
