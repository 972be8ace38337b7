"""Twelve invented sponsors, some in every tier."""

from datetime import date

from awards_site.demo.content.media_path import MediaPath
from awards_site.demo.content.source import Body

# Name, tier, logo (a file in media/sponsors), path of the website, description.
_SPONSORS = [
    (
        "Halcyon Private Bank",
        "platinum",
        "halcyon",
        "halcyon",
        "Presenting partner of the edition. Halcyon funds the growth grants and opens its "
        "advisers' diaries to every finalist for a year.",
    ),
    (
        "Verdance Energy",
        "gold",
        "verdance",
        "verdance",
        "Powers the gala from its own wind farms and stands behind the innovation award.",
    ),
    (
        "Meridian Cloud",
        "gold",
        "meridian",
        "meridian-cloud",
        "Carries the live stream to viewers in forty countries and gives each honoree three years "
        "of hosting.",
    ),
    (
        "Larkspur Hotels",
        "silver",
        "larkspur",
        "larkspur",
        "Our home for the weekend: the ballroom, the orangery and a very good breakfast.",
    ),
    (
        "Corvane & Pike",
        "silver",
        "corvane",
        "corvane-pike",
        "Lawyers to founders. Corvane & Pike runs the contract clinic at every workshop day.",
    ),
    (
        "Tessella",
        "silver",
        "tessella",
        "tessella",
        "Makers of the design tools on our workshop tables, free for honorees and their teams.",
    ),
    (
        "Fennel & Fig",
        "bronze",
        "fennel-and-fig",
        "fennelandfig",
        "Cooks dinner for six hundred with produce from past honorees' farms.",
    ),
    (
        "Northlight Media",
        "bronze",
        "northlight",
        "northlight",
        "Films the stories in our video library and teaches finalists to tell their own.",
    ),
    (
        "Ashgrove School of Business",
        "partner",
        "ashgrove",
        "ashgrove",
        "Hosts the masterclasses and reserves ten executive places a year for alumnae.",
    ),
    (
        "The Lantern Fund",
        "partner",
        "lantern-fund",
        "lanternfund",
        "A charitable fund that matches every growth grant for founders outside the capitals.",
    ),
    (
        "Juniper Press",
        "regular",
        "juniper-press",
        "juniperpress",
        "Letterpress printers of the invitations, the programme and the winners' citations.",
    ),
    (
        "Pelican Post",
        "regular",
        "pelican-post",
        "pelicanpost",
        "Couriers who bring the trophies home in one piece.",
    ),
]

_IN_NEGOTIATION = {"Pelican Post"}


def sponsors(_today: date) -> list[Body]:
    """Return the bodies for `POST /api/sponsors`; one sponsor is unpublished."""
    return [
        {
            "name": name,
            "tier": tier,
            "description": description,
            "logo_url": MediaPath(f"sponsors/{logo}.svg"),
            "website_url": f"https://example.com/{site}",
            "display_order": order,
            "is_published": name not in _IN_NEGOTIATION,
        }
        for order, (name, tier, logo, site, description) in enumerate(_SPONSORS)
    ]
