"""The default texts of the partners page."""

from typing import Annotated

from pydantic import Field

from awards_site.core.presentation.content_blocks import (
    BlockSchema,
    ContentBlock,
    Line,
    OptionalImageUrl,
    Paragraph,
)
from awards_site.core.validation.value_validators import Boolean
from awards_site.settings import settings


class Reason(BlockSchema):
    """A reason to become a partner."""

    title: Line
    text: Paragraph


class Package(BlockSchema):
    """A sponsorship package; a featured one is highlighted."""

    name: Line
    price: Line
    benefits: Annotated[list[Line], Field(min_length=1, max_length=12)]
    featured: Annotated[bool, Boolean()] = False


class Testimonial(BlockSchema):
    """A quote by a person; without an image, the person's monogram is displayed."""

    quote: Paragraph
    name: Line
    role: Line
    image: Annotated[OptionalImageUrl, Field(description="A monogram if empty.")] = None


class PartnersTexts(BlockSchema):
    """The texts of the page."""

    title: Line
    lead: Paragraph
    sponsors_title: Line
    reasons_title: Line
    reasons: Annotated[list[Reason], Field(min_length=1, max_length=12)]
    packages_title: Line
    packages_lead: Paragraph
    featured_label: Annotated[Line, Field(description="Marks featured packages.")]
    packages: Annotated[list[Package], Field(min_length=1, max_length=12)]
    testimonials_title: Line
    testimonials: Annotated[list[Testimonial], Field(max_length=12)]
    calls_title: Line
    calls_text: Paragraph


PARTNERS = ContentBlock(
    "page.partners",
    "Partners page",
    PartnersTexts(
        title="Partners and sponsors",
        lead=f"The {settings().programme} are carried by organisations that put their name beside"
        " these women's, and their people in the same room.",
        sponsors_title="Current sponsors",
        reasons_title="Why partner with us",
        reasons=[
            Reason(
                title="Stand beside the work",
                text="Your name appears where a founder's does: on the stage, in the programme and"
                " on every announcement, all year.",
            ),
            Reason(
                title="Meet who comes next",
                text="Honorees hire, buy, sell and found again. Partners meet them early, at a"
                " table rather than at a stand.",
            ),
            Reason(
                title="Give more than money",
                text="Mentors, masterclasses and pitch sessions come from our partners. Your"
                " people tell us that they learn as much as they teach.",
            ),
            Reason(
                title="See what it did",
                text="Each spring we report what your support made possible: companies, jobs,"
                " markets, and the names behind them.",
            ),
        ],
        packages_title="Sponsorship packages",
        packages_lead="Five ways in. Each can be shaped around what you do best.",
        featured_label="Most Popular",
        packages=[
            Package(
                name="Platinum",
                price="$25,000",
                benefits=[
                    "10-seat table at the gala",
                    "Your name in the edition's title line",
                    "An award category presented by you",
                    "A keynote or fireside chat",
                    "Your mark on the stage, the site and all print",
                ],
                featured=True,
            ),
            Package(
                name="Gold",
                price="$15,000",
                benefits=[
                    "8 seats at the gala",
                    "An award presented by you",
                    "A masterclass under your name",
                    "Your mark on the stage and the site",
                ],
            ),
            Package(
                name="Silver",
                price="$7,500",
                benefits=[
                    "6 seats at the gala",
                    "A seat on a panel",
                    "Your mark on the site and in the programme",
                ],
            ),
            Package(
                name="Bronze",
                price="$3,000",
                benefits=["4 seats at the gala", "Your mark on the site and in the programme"],
            ),
            Package(
                name="Supporting",
                price="$1,500",
                benefits=["2 seats at the gala", "Your name on the site and in the programme"],
            ),
        ],
        testimonials_title="What partners say",
        testimonials=[
            Testimonial(
                quote="We came to put our name on a wall and found two suppliers, a board member"
                " and the best dinner conversation of the year.",
                name="Delia Marchetti",
                role="Partner since 2.0",
                image="/people/testimonial-3.webp",
            ),
            Testimonial(
                quote="Our people ask for the mentors' afternoons. No other sponsorship of ours"
                " has a waiting list inside the house.",
                name="Rosalind Achterberg",
                role="Sponsor since 3.0",
            ),
        ],
        calls_title="Put your name beside hers",
        calls_text="Tell us what you care about and what you can give. We answer with a proposal"
        " of one page, and with people to call who have done it before you.",
    ),
)
"""The page's default texts; the content section `page.partners` overrides them."""
