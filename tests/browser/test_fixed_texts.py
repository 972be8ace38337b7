"""The texts of the pages that need no records are in their HTML, as specified."""

import html
import re

import pytest

from awards_site.features.content.edition import EDITION
from awards_site.pages.about import ABOUT
from awards_site.pages.categories import CATEGORIES
from awards_site.pages.home_content import ABOUT as HOME_ABOUT
from awards_site.pages.home_content import CATEGORIES as HOME_CATEGORIES
from awards_site.pages.home_content import EDITIONS, HERO, PARTNERS, TESTIMONIALS
from awards_site.pages.timeline import TIMELINE
from tests.browser.site import Site

TEXTS: dict[str, list[str]] = {
    "/": [
        HERO.default.title,
        *("Power. Progress. Purpose.", "Event has begun!", "Nominate Now", "Partner With Us"),
        *("founded in 2019", "over 100 women", HOME_ABOUT.default.quote),
        *("Recognition", "Community", "Empowerment"),
        *(each.title for each in EDITIONS.default.past),
        *("15 pioneers", "over 5,000 viewers", "25 entrepreneurs across 8 categories"),
        *("12 countries", "Alumni awards", "legacy showcase exhibition"),
        *("Fireside chats and masterclasses", "International networking"),
        "Pitch sessions and mentorship",
        *("Tech Innovation Entrepreneur", "Social Impact Leader", "Creative Industries Excellence"),
        *("Rising Star Entrepreneur", "Sustainable Business Award", "Scale-Up Achievement"),
        *("Legacy Impact Award", "Global Expansion Excellence"),
        *("All founders", "Under 30", "Founded 3 or more years ago", "Past recipients only"),
        "Nominations open on January 15, 2025.",
        *(each.title for each in HOME_CATEGORIES.default.general + HOME_CATEGORIES.default.alumni),
        *PARTNERS.default.benefits,
        *(each.quote for each in TESTIMONIALS.default.testimonials),
        *(each.name for each in TESTIMONIALS.default.testimonials),
        *(each.role for each in TESTIMONIALS.default.testimonials),
    ],
    "/about": [
        ABOUT.default.title,
        *(ABOUT.default.mission.statement, ABOUT.default.mission.text),
        *(ABOUT.default.history.title, "Established 2018"),
        *("Excellence", "Inclusivity", "Empowerment", "Innovation"),
        *(each.name for each in ABOUT.default.team),
        *(each.role for each in ABOUT.default.team),
        *(each.title for each in ABOUT.default.involved),
    ],
    "/categories": [
        text
        for each in CATEGORIES.default.categories
        for text in (each.title, each.description, *each.criteria)
    ],
    "/timeline": [
        *("Nominations open", "March 1, 2025", "Nomination deadline", "May 15, 2025"),
        *("Shortlist announced", "June 30, 2025", "Finalist interviews", "July 15-30, 2025"),
        *("Awards gala", "September 15, 2025", "Upcoming"),
        *(each.description for each in EDITION.default.milestones),
        *(each.location for each in EDITION.default.milestones),
        *("2024", "758", "2023", "682", "2022", "524", "2021", "342", "nominations"),
        *(each.title for each in TIMELINE.default.past_events),
        *(each.description for each in TIMELINE.default.past_events),
        *(each.location for each in TIMELINE.default.past_events),
    ],
    "/partners": [
        *("Platinum", "$25,000", "10-seat table", "Gold", "$15,000", "8 seats"),
        *("Silver", "$7,500", "6 seats", "Bronze", "$3,000", "4 seats"),
        *("Supporting", "$1,500", "2 seats", "Most Popular"),
        *("Why partner with us", "Delia Marchetti", "Partner since 2.0"),
    ],
    "/contact": ["Monday-Friday, 9AM-5PM EST", "Atlanta, GA 30303"],
    "/privacy": ["Privacy Policy", "kept until our staff delete them"],
    "/terms": ["Terms of Use"],
    "/cookies": ["Cookie Policy", "Films on Instagram are never shown here"],
}
MARKUP: dict[str, list[str]] = {
    "/": [
        "<title>Women Entrepreneur Awards</title>",
        *('name="description"', 'name="keywords"', 'rel="canonical"'),
        *('href="#nominate"', 'href="#partners"', 'href="#about"', 'href="#categories"'),
        'href="/nomination-form.pdf"',
    ],
    "/about": ["<title>About | Women Entrepreneur Awards</title>"],
    "/categories": [
        *(f'href="#{each.id}"' for each in CATEGORIES.default.categories),
        'action="/contact/nomination"',
    ],
    "/timeline": ['action="/contact/nomination"', 'action="/contact/sponsorship"'],
    "/partners": ['action="/contact/sponsorship"', 'action="/contact/proposal"'],
    "/contact": ['href="mailto:hello@example.org"', 'href="tel:+14045550142"'],
    "/privacy": [
        "<title>Privacy Policy | Women Entrepreneur Awards</title>",
        *('href="/privacy"', 'href="/terms"', 'href="/cookies"'),
    ],
}
COUNTS: dict[str, dict[str, int]] = {
    "/categories": {"View Past Winners": 6},
    "/timeline": {"Upcoming": 5},
    "/partners": {"Most Popular": 1},
}


def test_the_numbers_of_fixed_texts_are_as_specified() -> None:
    assert [len(each.criteria) for each in CATEGORIES.default.categories] == [5] * 6
    assert (len(ABOUT.default.team), len(ABOUT.default.involved)) == (3, 4)
    assert {each.href for each in ABOUT.default.involved} == {"/contact"}
    assert (len(EDITION.default.milestones), len(TIMELINE.default.past_events)) == (5, 4)
    assert (len(PARTNERS.default.benefits), len(TESTIMONIALS.default.testimonials)) == (4, 3)
    assert len(HOME_CATEGORIES.default.general + HOME_CATEGORIES.default.alumni) == 8


@pytest.mark.parametrize("path", TEXTS)
def test_the_html_contains_every_fixed_text(site: Site, path: str) -> None:
    markup = site.read_rendered(path)
    tags = r"<(script|style)\b.*?</\1>|<!--.*?-->|<[^>]*>"
    shown = html.unescape(re.sub(tags, "", markup, flags=re.DOTALL))
    assert [text for text in TEXTS[path] if text not in shown] == []
    assert [each for each in MARKUP.get(path, []) if each not in markup] == []
    found = {text: shown.count(text) for text in COUNTS.get(path, {})}
    assert found == COUNTS.get(path, {})
