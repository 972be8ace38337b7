"""The fixed texts of the home page (spec 1, "Home page"), as typed data.

What staff publish (cover page, sponsors, nominees) is no part of it.
"""

from dataclasses import dataclass
from datetime import UTC, datetime

from awards_site.settings import settings


@dataclass(frozen=True)
class Hero:
    """The defaults of the hero; `countdown_target` is an instant."""

    countdown_lead: str
    countdown_target: datetime
    countdown_over: str
    title: str
    description: str


@dataclass(frozen=True)
class Value:
    """One of the programme's values."""

    title: str
    text: str


@dataclass(frozen=True)
class About:
    """The section #about; `count` and `count_label` are its large numeral and what it counts."""

    title: str
    paragraphs: tuple[str, ...]
    count: str
    count_label: str
    quote: str
    quoted: str
    values: tuple[Value, ...]


@dataclass(frozen=True)
class Edition:
    """One edition of the awards; `figure` is what its year is remembered by."""

    number: str
    year: int
    title: str
    figure: str
    figure_label: str
    text: str
    highlights: tuple[str, ...] = ()


@dataclass(frozen=True)
class Category:
    """An award category; `since` is the edition that introduced it."""

    title: str
    text: str
    since: str
    eligibility: str


@dataclass(frozen=True)
class Categories:
    """The section #categories."""

    title: str
    lead: str
    general: tuple[Category, ...]
    alumni_title: str
    alumni: tuple[Category, ...]
    nominations_open: str


@dataclass(frozen=True)
class Nominate:
    """The section #nominate."""

    title: str
    text: str


@dataclass(frozen=True)
class Partners:
    """The section #partners."""

    title: str
    lead: str
    empty: str
    benefits_title: str
    benefits: tuple[str, ...]


@dataclass(frozen=True)
class Honorees:
    """The section #gallery; at most `cap` honorees are shown."""

    title: str
    loading: str
    empty: str
    cap: int


@dataclass(frozen=True)
class Testimonial:
    """What an honoree or a partner said; `image` is the address of her picture."""

    quote: str
    name: str
    role: str
    image: str


@dataclass(frozen=True)
class Contact:
    """The section #contact; `inquiry_types` are stored values with what each reads."""

    title: str
    lead: str
    inquiry_types: tuple[tuple[str, str], ...]
    newsletter_title: str
    newsletter_text: str


@dataclass(frozen=True)
class HomeContent:
    """All fixed texts of the home page, in the order of its sections."""

    description: str
    keywords: str
    hero: Hero
    about: About
    editions_title: str
    editions_lead: str
    editions: tuple[Edition, ...]
    categories: Categories
    nominate: Nominate
    partners: Partners
    honorees: Honorees
    testimonials_title: str
    testimonials: tuple[Testimonial, ...]
    contact: Contact


_SINCE_FIRST = "1.0"

HOME = HomeContent(
    description=(
        f"The {settings().programme} celebrate women who build companies and carry others with"
        f" them. {settings().edition_title}: power, progress, purpose."
    ),
    keywords=(
        "women entrepreneurs, awards, entrepreneurship, women in business, founders, nominations,"
        f" honorees, {settings().short_name}, {settings().edition_title}"
    ),
    hero=Hero(
        countdown_lead="Coming in",
        countdown_target=datetime(2025, 1, 1, tzinfo=UTC),
        countdown_over="Event has begun!",
        title=settings().edition_title,
        description="Power. Progress. Purpose.",
    ),
    about=About(
        title="For the women who build, and bring others with them",
        paragraphs=(
            f"The {settings().programme} were founded in 2019, when fifteen founders were honoured"
            " in a borrowed hall. They have recognised over 100 women since: engineers and bakers,"
            " growers and toolmakers, first-time founders and chairs of the board.",
            "The fifth edition calls them home. Past honorees return as judges, mentors and"
            " nominees, beside the women whose names we do not know yet.",
        ),
        count="100+",
        count_label="women recognised since 2019",
        quote=(
            "We did not want another trophy. We wanted a room in which no woman has to explain"
            " why she is there."
        ),
        quoted=f"The founder of the {settings().programme}",
        values=(
            Value(
                "Recognition",
                "Work that is seen is funded, joined and copied. We name the women who do it, in"
                " public and on the record.",
            ),
            Value(
                "Community",
                "An honoree never stands alone. Every edition meets the ones before it, and stays"
                " in touch with the ones to come.",
            ),
            Value(
                "Empowerment",
                "An award is a beginning. Mentors, masterclasses and introductions follow, for as"
                " long as they are of use.",
            ),
        ),
    ),
    editions_title="Five editions, one homecoming",
    editions_lead="From fifteen pioneers in one room to nominees from twelve countries.",
    editions=(
        Edition("1.0", 2019, "The first fifteen", "15", "pioneers", "The awards begin."),
        Edition(
            "2.0",
            2021,
            "The virtual edition",
            "5,000+",
            "viewers",
            "A year at home, and a ceremony watched from over five thousand living rooms.",
        ),
        Edition(
            "3.0",
            2022,
            "Back on stage",
            "25",
            "entrepreneurs across 8 categories",
            "The first edition with categories of its own for every way to build.",
        ),
        Edition(
            "4.0",
            2023,
            "Across borders",
            "12",
            "countries",
            "Nominees from twelve countries, and judges from as many fields.",
        ),
        Edition(
            settings().edition_number,
            2025,
            settings().edition_title,
            "5",
            "editions under one roof",
            "All editions come together.",
            highlights=(
                "Alumni awards",
                "A legacy showcase exhibition",
                "Fireside chats and masterclasses",
                "International networking",
                "Pitch sessions and mentorship",
            ),
        ),
    ),
    categories=Categories(
        title="Eight awards",
        lead="Six are open to every woman who leads a company. Two are kept for those who return.",
        general=(
            Category(
                "Tech Innovation Entrepreneur",
                "For a founder whose technology solves a problem that people actually have.",
                _SINCE_FIRST,
                "All founders",
            ),
            Category(
                "Social Impact Leader",
                "For a company whose success is measured in lives that became easier.",
                _SINCE_FIRST,
                "All founders",
            ),
            Category(
                "Creative Industries Excellence",
                "For design, film, fashion, food and craft that found its own business model.",
                "2.0",
                "All founders",
            ),
            Category(
                "Rising Star Entrepreneur",
                "For the first years of a company that will be spoken of for many.",
                "2.0",
                "Under 30",
            ),
            Category(
                "Sustainable Business Award",
                "For growth that leaves its soil, its water and its people better off.",
                "3.0",
                "All founders",
            ),
            Category(
                "Scale-Up Achievement",
                "For the hard middle: from a company that works to one that works everywhere.",
                "3.0",
                "Founded 3 or more years ago",
            ),
        ),
        alumni_title="Two alumni awards, new for 5.0",
        alumni=(
            Category(
                "Legacy Impact Award",
                "For what an honoree has built since her award, and whom she has taken along.",
                settings().edition_number,
                "Past recipients only",
            ),
            Category(
                "Global Expansion Excellence",
                "For an honoree whose company crossed a border and kept its character.",
                settings().edition_number,
                "Past recipients only",
            ),
        ),
        nominations_open="Nominations open on January 15, 2025.",
    ),
    nominate=Nominate(
        title="Who should we know about?",
        text=(
            "Anyone may nominate, and a founder may nominate herself. Write to us and we send the"
            " nomination form, and answer what it leaves open."
        ),
    ),
    partners=Partners(
        title="Partners and sponsors",
        lead="The awards are carried by organisations that put their name beside these women's.",
        empty="We'll be announcing our partners and sponsors soon. Check back later!",
        benefits_title="What a partner receives",
        benefits=(
            "A seat at the table: meet honorees, alumni and judges in person",
            "Your name on the stage, the site and every announcement",
            "A part in the masterclasses, pitch sessions and mentorship",
            "A report on what your support made possible",
        ),
    ),
    honorees=Honorees(
        title="The honorees",
        loading="Loading honorees...",
        empty="No nominees available at the moment.",
        cap=8,
    ),
    testimonials_title="In their words",
    testimonials=(
        Testimonial(
            "The award opened two doors in one week. The mentors behind them stayed for years.",
            "Mireille Okonkwo",
            "Honoree, 3.0",
            "/people/testimonial-1.webp",
        ),
        Testimonial(
            "I came for an evening and left with a co-founder, a customer and a reason to stay.",
            "Tamsin Bright",
            "Finalist, 4.0",
            "/people/testimonial-2.webp",
        ),
        Testimonial(
            "We sponsor many events. This is the one our own people ask to attend.",
            "Delia Marchetti",
            "Partner since 2.0",
            "/people/testimonial-3.webp",
        ),
    ),
    contact=Contact(
        title="Write to us",
        lead="A nomination, a partnership, a question from the press: all of them reach a person.",
        inquiry_types=(
            ("nomination", "Nomination"),
            ("sponsorship", "Sponsorship"),
            ("media", "Media"),
            ("general", "General"),
        ),
        newsletter_title="The newsletter",
        newsletter_text="One letter a month while nominations are open; fewer when they are not.",
    ),
)
