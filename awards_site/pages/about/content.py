"""The default texts of the about page."""

from typing import Annotated

from pydantic import Field

from awards_site.core import paths
from awards_site.core.presentation.content_blocks import (
    BlockSchema,
    ContentBlock,
    Line,
    LinkUrl,
    OptionalImageUrl,
    Paragraph,
)
from awards_site.pages.home.schemas import CoreValue
from awards_site.settings import settings


class Mission(BlockSchema):
    """The mission; `statement` is a sentence in large letters, `text` explains it."""

    title: Line
    statement: Paragraph
    text: Paragraph


class History(BlockSchema):
    """The history; `established` is the founding year, a large numeral."""

    title: Line
    established: Annotated[Line, Field(description="The founding year, a large numeral.")]
    established_label: Line
    paragraphs: Annotated[list[Paragraph], Field(min_length=1, max_length=10)]


class TeamMember(BlockSchema):
    """A team member; without an image, her monogram is displayed."""

    name: Line
    role: Line
    text: Paragraph
    image: Annotated[OptionalImageUrl, Field(description="A monogram if empty.")] = None


class Involvement(BlockSchema):
    """A way to take part, a link to `href`."""

    title: Line
    text: Paragraph
    href: Annotated[LinkUrl, Field(description="A page, such as /contact, or a URL.")]


class AboutTexts(BlockSchema):
    """The texts of the page."""

    title: Line
    lead: Paragraph
    mission: Mission
    history: History
    values_title: Line
    core_values: Annotated[list[CoreValue], Field(min_length=1, max_length=12)]
    team_title: Line
    team_lead: Paragraph
    team: Annotated[list[TeamMember], Field(max_length=24)]
    involved_title: Line
    involved_lead: Paragraph
    involved: Annotated[list[Involvement], Field(min_length=1, max_length=12)]


ABOUT = ContentBlock(
    "page.about",
    "About page",
    AboutTexts(
        title="About the awards",
        lead=f"The {settings().programme} find the women who build companies, put their names on"
        " the record, and keep them in one another's company long after the lights go out.",
        mission=Mission(
            title="Our mission",
            statement="To see to it that no woman who builds something worth having builds it"
            " unseen.",
            text="Recognition is not decoration. It is what lenders ask about, what suppliers"
            " remember and what daughters repeat at school. We look for women whose companies hold"
            " up on a Tuesday in February, judge them on what they have done rather than on how"
            " they tell it, and make sure that the award opens the next door too.",
        ),
        history=History(
            title="Our history",
            established="2018",
            established_label="Established",
            paragraphs=[
                "The awards were established in 2018 at a kitchen table, by five women who had"
                " each sat on a jury and each been told that there were no women to nominate."
                " They wrote down forty names before the coffee was cold.",
                "A year later the first fifteen pioneers stood on a stage. Since then the"
                " programme has gone online for a year and come back, crossed its first border,"
                " and given honorees from twelve countries a reason to share a table.",
                "What began as a list is now a community. Past honorees sit on the jury, mentor"
                " the finalists and argue about the categories. We would not have it otherwise.",
            ],
        ),
        values_title="Our values",
        core_values=[
            CoreValue(
                title="Excellence",
                text="We honour work that stands up to a second look: sound numbers, satisfied"
                " customers, people who stay. Charm is welcome and earns no points.",
            ),
            CoreValue(
                title="Inclusivity",
                text="A company in a village counts as much as one in a capital. Anyone may"
                " nominate, no one pays to enter, and the jury is as mixed as the shortlist.",
            ),
            CoreValue(
                title="Empowerment",
                text="An award should leave its holder with more than a trophy: a mentor, an"
                " introduction, a room in which she is asked for her opinion.",
            ),
            CoreValue(
                title="Innovation",
                text="New does not have to mean digital. We look for a better way to do a thing"
                " that matters, whether it runs on code, on looms or on good sense.",
            ),
        ],
        team_title="The team",
        team_lead="Three people run the office. A jury of past honorees does the hard part, and"
        " changes with every edition.",
        team=[
            TeamMember(
                name="Eleanor Hartley",
                role="Programme Director",
                text="Keeps the jury honest and the evening on time. She ran a printing house"
                " before she ran an awards programme, and still proofreads every certificate.",
                image="/people/team-1.webp",
            ),
            TeamMember(
                name="Nadine Adeyemi",
                role="Head of Nominations",
                text="Reads every nomination first, and answers each one. If a form is incomplete,"
                " it is she who calls you, usually with the right question.",
                image="/people/team-2.webp",
            ),
            TeamMember(
                name="Clara Whitcombe",
                role="Partnerships and Community",
                text="Brings sponsors and honorees to one table and sees to it that both want to"
                " come back. She knows every alumna's company by heart.",
                image="/people/team-3.webp",
            ),
        ],
        involved_title="Get Involved",
        involved_lead="The awards are made by those who turn up. There is more than one way to.",
        involved=[
            Involvement(
                title="Nominate a founder",
                text="You know her already. Tell us why we should.",
                href=paths.CONTACT,
            ),
            Involvement(
                title="Become a sponsor",
                text="Put your organisation's name beside hers.",
                href=paths.CONTACT,
            ),
            Involvement(
                title="Mentor a finalist",
                text="One hour a month, for a year, from someone who has been there.",
                href=paths.CONTACT,
            ),
            Involvement(
                title="Volunteer at the gala",
                text="The best seats in the house are behind the curtain.",
                href=paths.CONTACT,
            ),
        ],
    ),
)
"""The page's default texts; the content section `page.about` overrides them."""
