"""The content sections of Home.

Published records (cover page, sponsors, nominees) are not part of them.
"""

from typing import Annotated

from pydantic import Field

from awards_site.core import paths
from awards_site.core.presentation.content_blocks import (
    BlockSchema,
    ContentBlock,
    Line,
    Paragraph,
    Replacement,
    default_texts,
)
from awards_site.core.validation import EDITION_YEAR
from awards_site.features.cover_pages.entity import COVER_PAGE, cover_pages
from awards_site.pages.partners import Testimonial
from awards_site.settings import settings


class HeroTexts(BlockSchema):
    """The defaults for texts that the cover page lacks."""

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


HERO = ContentBlock(
    "home.hero",
    "Home: hero",
    default_texts(HeroTexts, __file__, "hero"),
    former_keys=frozenset({"countdownLead", "countdownTarget", "countdownOver"}),
    replaced_by=Replacement(
        "cover page", cover_pages.read_active, f"{COVER_PAGE.screen_path}?edit={{id}}"
    ),
)

ABOUT = ContentBlock(
    "home.about",
    "Home: about the awards",
    default_texts(HomeAboutTexts, __file__, "about"),
    anchor=paths.ABOUT_ANCHOR,
)

EDITIONS = ContentBlock(
    "home.editions",
    "Home: the editions",
    default_texts(EditionsTexts, __file__, "editions"),
    anchor=paths.EDITION_ANCHOR,
)

CATEGORIES = ContentBlock(
    "home.categories",
    "Home: categories and nominations",
    default_texts(HomeCategoriesTexts, __file__, "categories"),
    anchor=paths.CATEGORIES_ANCHOR,
)

PARTNERS = ContentBlock(
    "home.partners",
    "Home: partners",
    default_texts(HomePartnersTexts, __file__, "partners"),
    anchor=paths.PARTNERS_ANCHOR,
)

TESTIMONIALS = ContentBlock(
    "home.testimonials",
    "Home: testimonials",
    default_texts(TestimonialsTexts, __file__, "testimonials"),
    anchor=paths.TESTIMONIALS_ANCHOR,
)

CONTACT = ContentBlock(
    "home.contact",
    "Home: contact and newsletter",
    default_texts(HomeContactTexts, __file__, "contact"),
    anchor=paths.CONTACT_ANCHOR,
)
