"""The default texts of the categories page."""

from typing import Annotated

from pydantic import Field

from awards_site.core.presentation.content_blocks import (
    BlockSchema,
    ContentBlock,
    Line,
    Paragraph,
)
from awards_site.core.validation.text_validators import PatternText

Anchor = Annotated[
    str,
    PatternText(
        1,
        pattern=r"[a-z0-9]+(-[a-z0-9]+)*",
        mismatch_message="Id must be lower-case words joined by hyphens",
    ),
]


class AwardCategory(BlockSchema):
    """An award category; `id` is its anchor on the page."""

    id: Annotated[
        Anchor, Field(description="The end of its link; lower-case words joined by hyphens.")
    ]
    title: Line
    description: Paragraph
    criteria: Annotated[list[Line], Field(min_length=1, max_length=12)]


class CategoriesTexts(BlockSchema):
    """The texts of the page."""

    title: Line
    lead: Paragraph
    criteria_title: Line
    categories: Annotated[list[AwardCategory], Field(min_length=1, max_length=24)]
    nominate_title: Line
    nominate_text: Paragraph


CATEGORIES = ContentBlock(
    "page.categories",
    "Categories page",
    CategoriesTexts(
        title="Award categories",
        lead="Six awards, each judged on five criteria that every juror scores on her own before"
        " anyone speaks. Find the one that fits, or the founder who does.",
        criteria_title="What the jury looks for",
        categories=[
            AwardCategory(
                id="entrepreneur-of-the-year",
                title="Entrepreneur of the Year",
                description="The founder whose company, and whose way of leading it, set the"
                " measure for everyone else this year.",
                criteria=[
                    "Sustained growth in revenue, customers or reach",
                    "Leadership that others in the industry follow",
                    "Resilience in the face of real setbacks",
                    "A lasting benefit to employees and community",
                    "Integrity in how the results were reached",
                ],
            ),
            AwardCategory(
                id="innovation-leader",
                title="Innovation Leader",
                description="For a product, service or process that is new, that works outside the"
                " laboratory, and that people would miss if it went away.",
                criteria=[
                    "Originality of the idea",
                    "Evidence that it works in daily use",
                    "A clear advantage over what came before",
                    "Protection or know-how that lasts",
                    "A culture that lets the next idea happen",
                ],
            ),
            AwardCategory(
                id="social-impact",
                title="Social Impact",
                description="For an enterprise that was founded to mend something, and can show"
                " how much of it has been mended.",
                criteria=[
                    "A social need that is understood in depth",
                    "Change that is measured, not only told",
                    "The people concerned take part in decisions",
                    "A business model that carries the mission",
                    "Potential to be taken up elsewhere",
                ],
            ),
            AwardCategory(
                id="global-expansion",
                title="Global Expansion",
                description="For a company that crossed a border, learned the customs on the other"
                " side, and was still itself when it arrived.",
                criteria=[
                    "Successful entry into at least one new market",
                    "Revenue or partners abroad that last",
                    "Adaptation to local customers and rules",
                    "Fair terms along the supply chain",
                    "A credible plan for the next market",
                ],
            ),
            AwardCategory(
                id="rising-star",
                title="Rising Star",
                description="For the first years of a company, when the desk is borrowed, the"
                " customers are real and the direction is already plain.",
                criteria=[
                    "A company of no more than three years",
                    "First customers who come back",
                    "A clear view of the problem and its market",
                    "Speed of learning from what went wrong",
                    "Promise of growth under her own leadership",
                ],
            ),
            AwardCategory(
                id="inclusive-leadership",
                title="Inclusive Leadership",
                description="For a leader who opened the door, held it, and changed the house so"
                " that no one would need to hold it again.",
                criteria=[
                    "Diversity at every level of the company",
                    "Fair pay, and the figures to prove it",
                    "Ways up for people who are often passed over",
                    "Policies that others have adopted",
                    "Trust, as told by the people she leads",
                ],
            ),
        ],
        nominate_title="You thought of someone",
        nominate_text="Most nominations begin that way. Anyone may nominate, a founder may"
        " nominate herself, and one founder may stand in two categories.",
    ),
)
"""The page's default texts; the content section `page.categories` overrides them."""
