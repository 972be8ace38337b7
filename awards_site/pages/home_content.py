"""The content sections of Home.

Published records (cover page, sponsors, nominees) are not part of them.
"""

from datetime import UTC, datetime
from typing import Annotated

from pydantic import Field

from awards_site.core import clock, paths
from awards_site.core.presentation.content_blocks import (
    BlockSchema,
    ContentBlock,
    DateTime,
    Line,
    Paragraph,
    Replacement,
)
from awards_site.core.validation import EDITION_YEAR
from awards_site.pages.partners import Testimonial
from awards_site.settings import settings


class HeroTexts(BlockSchema):
    """The countdown, and the defaults for texts that the cover page lacks.

    `countdown_over` replaces the countdown once `countdown_target` is past.
    """

    countdown_lead: Annotated[Line, Field(description="Before the countdown.")]
    countdown_target: Annotated[DateTime, Field(description="When the countdown ends.")]
    countdown_over: Annotated[Line, Field(description="Replaces the countdown once it has ended.")]
    title: Annotated[Line, Field(description="Shown while no cover page is active.")]
    description: Annotated[
        Paragraph, Field(description="Shown while no cover page with a description is active.")
    ]


class CoreValue(BlockSchema):
    """One of the programme's values."""

    title: Line
    text: Paragraph


class HomeAboutTexts(BlockSchema):
    """The section #about; `count` is displayed as a large numeral above `count_label`."""

    title: Line
    paragraphs: Annotated[list[Paragraph], Field(min_length=1, max_length=6)]
    count: Annotated[Line, Field(description="A large numeral.")]
    count_label: Annotated[Line, Field(description="Below the large numeral.")]
    quote: Paragraph
    quoted: Annotated[Line, Field(description="Who said it.")]
    core_values: Annotated[list[CoreValue], Field(max_length=9)]


class PastEdition(BlockSchema):
    """A past edition; `figure` is its key number, such as "5,000+"."""

    number: Line
    year: Annotated[int, EDITION_YEAR]
    title: Line
    figure: Annotated[Line, Field(description='A key number, such as "5,000+".')]
    figure_label: Annotated[Line, Field(description="Below the key number.")]
    text: Paragraph


class ComingEdition(BlockSchema):
    """The upcoming edition."""

    number: Line
    year: Annotated[int, EDITION_YEAR]
    title: Line
    text: Paragraph
    highlights: Annotated[list[Line], Field(max_length=12)]


class EditionsTexts(BlockSchema):
    """The section #edition."""

    title: Line
    lead: Paragraph
    past: Annotated[list[PastEdition], Field(max_length=24)]
    coming: ComingEdition


class Category(BlockSchema):
    """An award category; `since` is the edition that introduced it."""

    title: Line
    text: Paragraph
    since: Annotated[Line, Field(description="The edition that introduced the category.")]
    eligibility: Line


class HomeCategoriesTexts(BlockSchema):
    """The sections #categories and #nominate."""

    title: Line
    lead: Paragraph
    general: Annotated[list[Category], Field(max_length=24)]
    alumni_title: Line
    alumni: Annotated[list[Category], Field(max_length=12)]
    nominations_open: Line
    nominate_title: Line
    nominate_text: Paragraph


class HomePartnersTexts(BlockSchema):
    """The section #partners, apart from the sponsors."""

    title: Line
    lead: Paragraph
    benefits_title: Line
    benefits: Annotated[list[Line], Field(max_length=12)]


class TestimonialsTexts(BlockSchema):
    """The slider of testimonials."""

    title: Line
    testimonials: Annotated[list[Testimonial], Field(min_length=1, max_length=24)]


class HomeContactTexts(BlockSchema):
    """The section #contact."""

    title: Line
    lead: Paragraph
    newsletter_title: Line
    newsletter_text: Paragraph


DESCRIPTION = (
    f"The {settings().programme} celebrate women who build companies and carry others with"
    f" them. {settings().edition_title}: power, progress, purpose."
)
KEYWORDS = (
    "women entrepreneurs, awards, entrepreneurship, women in business, founders, nominations,"
    f" honorees, {settings().short_name}, {settings().edition_title}"
)


def _past_countdown(texts: HeroTexts) -> list[str]:
    is_past = texts.countdown_target <= clock.now()
    return ["The countdown has ended: set its next date"] if is_past else []


HERO = ContentBlock(
    "home.hero",
    "Home: hero and countdown",
    HeroTexts(
        countdown_lead="Coming in",
        countdown_target=datetime(2025, 1, 1, tzinfo=UTC),
        countdown_over="Event has begun!",
        title=settings().edition_title,
        description="Power. Progress. Purpose.",
    ),
    outdated=_past_countdown,
    replaced_by=Replacement(
        "cover page", "/api/cover-pages/active", "/admin/cover-pages?edit={id}"
    ),
)

ABOUT = ContentBlock(
    "home.about",
    "Home: about the awards",
    HomeAboutTexts(
        title="For the women who build, and bring others with them",
        paragraphs=[
            f"The {settings().programme} were founded in 2019, when fifteen founders were honoured"
            " in a borrowed hall. They have recognised over 100 women since: engineers and bakers,"
            " growers and toolmakers, first-time founders and chairs of the board.",
            "The fifth edition calls them home. Past honorees return as judges, mentors and"
            " nominees, beside the women whose names we do not know yet.",
        ],
        count="100+",
        count_label="women recognised since 2019",
        quote="We did not want another trophy. We wanted a room in which no woman has to explain"
        " why she is there.",
        quoted=f"The founder of the {settings().programme}",
        core_values=[
            CoreValue(
                title="Recognition",
                text="Work that is seen is funded, joined and copied. We name the women who do it,"
                " in public and on the record.",
            ),
            CoreValue(
                title="Community",
                text="An honoree never stands alone. Every edition meets the ones before it, and"
                " stays in touch with the ones to come.",
            ),
            CoreValue(
                title="Empowerment",
                text="An award is a beginning. Mentors, masterclasses and introductions follow,"
                " for as long as they are of use.",
            ),
        ],
    ),
    anchor=paths.ABOUT_ANCHOR,
)

EDITIONS = ContentBlock(
    "home.editions",
    "Home: the editions",
    EditionsTexts(
        title="Five editions, one homecoming",
        lead="From fifteen pioneers in one room to nominees from twelve countries.",
        past=[
            PastEdition(
                number="1.0",
                year=2019,
                title="The first fifteen",
                figure="15",
                figure_label="pioneers",
                text="The awards begin.",
            ),
            PastEdition(
                number="2.0",
                year=2021,
                title="The virtual edition",
                figure="5,000+",
                figure_label="viewers",
                text="A year at home, and a virtual ceremony with over 5,000 viewers.",
            ),
            PastEdition(
                number="3.0",
                year=2022,
                title="Back on stage",
                figure="25",
                figure_label="entrepreneurs across 8 categories",
                text="The first edition with categories of its own for every way to build.",
            ),
            PastEdition(
                number="4.0",
                year=2023,
                title="Across borders",
                figure="12",
                figure_label="countries",
                text="Nominees from twelve countries, and judges from as many fields.",
            ),
        ],
        coming=ComingEdition(
            number=settings().edition_number,
            year=2025,
            title=settings().edition_title,
            text="All editions come together.",
            highlights=[
                "Alumni awards",
                "A legacy showcase exhibition",
                "Fireside chats and masterclasses",
                "International networking",
                "Pitch sessions and mentorship",
            ],
        ),
    ),
    anchor=paths.EDITION_ANCHOR,
)


def _category(title: str, text: str, since: str, eligibility: str = "All founders") -> Category:
    return Category(title=title, text=text, since=since, eligibility=eligibility)


_ALUMNI = "Past recipients only"

CATEGORIES = ContentBlock(
    "home.categories",
    "Home: categories and nominations",
    HomeCategoriesTexts(
        title="Eight awards",
        lead="Six are open to every woman who leads a company. Two are kept for those who return.",
        general=[
            _category(
                "Tech Innovation Entrepreneur",
                "For a founder whose technology solves a problem that people actually have.",
                "1.0",
            ),
            _category(
                "Social Impact Leader",
                "For a company whose success is measured in lives that became easier.",
                "1.0",
            ),
            _category(
                "Creative Industries Excellence",
                "For design, film, fashion, food and craft that found its own business model.",
                "2.0",
            ),
            _category(
                "Rising Star Entrepreneur",
                "For the first years of a company that will be spoken of for many.",
                "2.0",
                "Under 30",
            ),
            _category(
                "Sustainable Business Award",
                "For growth that leaves its soil, its water and its people better off.",
                "3.0",
            ),
            _category(
                "Scale-Up Achievement",
                "For the hard middle: from a company that works to one that works everywhere.",
                "3.0",
                "Founded 3 or more years ago",
            ),
        ],
        alumni_title="Two alumni awards, new for 5.0",
        alumni=[
            _category(
                "Legacy Impact Award",
                "For what an honoree has built since her award, and whom she has taken along.",
                settings().edition_number,
                _ALUMNI,
            ),
            _category(
                "Global Expansion Excellence",
                "For an honoree whose company crossed a border and kept its character.",
                settings().edition_number,
                _ALUMNI,
            ),
        ],
        nominations_open="Nominations open on January 15, 2025.",
        nominate_title="Who should we know about?",
        nominate_text="Anyone may nominate, and a founder may nominate herself. Write to us and we"
        " send the nomination form, and answer what it leaves open.",
    ),
    anchor=paths.CATEGORIES_ANCHOR,
)

PARTNERS = ContentBlock(
    "home.partners",
    "Home: partners",
    HomePartnersTexts(
        title="Partners and sponsors",
        lead="The awards are carried by organisations that put their name beside these women's.",
        benefits_title="What a partner receives",
        benefits=[
            "A seat at the table: meet honorees, alumni and judges in person",
            "Your name on the stage, the site and every announcement",
            "A part in the masterclasses, pitch sessions and mentorship",
            "A report on what your support made possible",
        ],
    ),
    anchor=paths.PARTNERS_ANCHOR,
)

TESTIMONIALS = ContentBlock(
    "home.testimonials",
    "Home: testimonials",
    TestimonialsTexts(
        title="In their words",
        testimonials=[
            Testimonial(
                quote="The award opened two doors in one week. The mentors behind them stayed for"
                " years.",
                name="Mireille Okonkwo",
                role="Honoree, 3.0",
                image="/people/testimonial-1.webp",
            ),
            Testimonial(
                quote="I came for an evening and left with a co-founder, a customer and a reason"
                " to stay.",
                name="Tamsin Bright",
                role="Finalist, 4.0",
                image="/people/testimonial-2.webp",
            ),
            Testimonial(
                quote="We sponsor many events. This is the one our own people ask to attend.",
                name="Delia Marchetti",
                role="Partner since 2.0",
                image="/people/testimonial-3.webp",
            ),
        ],
    ),
    anchor=paths.TESTIMONIALS_ANCHOR,
)

CONTACT = ContentBlock(
    "home.contact",
    "Home: contact and newsletter",
    HomeContactTexts(
        title="Write to us",
        lead="A nomination, a partnership, a question from the press: all of them reach a person.",
        newsletter_title="The newsletter",
        newsletter_text="One letter a month while nominations are open; fewer when they are not.",
    ),
    anchor=paths.CONTACT_ANCHOR,
)
