"""The links of the header and the footer."""

from dataclasses import dataclass

from awards_site.core import paths


@dataclass(frozen=True)
class NavLink:
    """A navigation link."""

    label: str
    href: str


@dataclass(frozen=True)
class SocialLink(NavLink):
    """A link to the programme's profile on a social network.

    `icon_path` is the SVG path of the network's icon, in a square of 24 by 24.
    """

    icon_path: str


_HOME = NavLink("Home", paths.HOME)
_ABOUT = NavLink("About", paths.ABOUT)
_NOMINEES = NavLink("Nominees", paths.NOMINEES)
_CATEGORIES = NavLink("Categories", paths.CATEGORIES)
_VIDEOS = NavLink("Videos", paths.VIDEOS)
_EVENTS = NavLink("Events", paths.EVENTS)
_TIMELINE = NavLink("Timeline", paths.TIMELINE)
_GALLERY = NavLink("Gallery", paths.GALLERY)
_PARTNERS = NavLink("Partners", paths.PARTNERS)
_CONTACT = NavLink("Contact", paths.CONTACT)

HEADER = (_HOME, _ABOUT, _NOMINEES, _VIDEOS, _EVENTS, _GALLERY, _PARTNERS, _CONTACT)
GET_INVOLVED = NavLink("Get Involved", paths.CONTACT)
ADMIN_LOGIN = NavLink("Admin Login", paths.SIGN_IN)

LEGAL = (
    NavLink("Privacy", paths.PRIVACY),
    NavLink("Terms", paths.TERMS),
    NavLink("Cookies", paths.COOKIES),
)
FOOTER = (_HOME, _ABOUT, _CATEGORIES, _VIDEOS, _TIMELINE, _GALLERY, _PARTNERS, _CONTACT, *LEGAL)
FOOTER_STORIES = (NavLink("Blog", paths.BLOG),)
PAGES = {link.href: link.label for link in (*HEADER, *FOOTER, *FOOTER_STORIES)}
"""The labels of the pages that the portal's link fields offer, by path."""
SOCIAL = (
    SocialLink(
        "LinkedIn",
        "https://www.linkedin.com/company/women-entrepreneur-awards",
        "M4.5 9h3.4v10.5H4.5zM6.2 3.9a2 2 0 1 1 0 4 2 2 0 0 1 0-4M10 9h3.2v1.5c.6-1 1.7-1.8 3.3-1.8"
        " 3 0 3.9 1.9 3.9 4.7v6.1H17v-5.6c0-1.4-.4-2.4-1.7-2.4-1.4 0-1.9 1-1.9 2.4v5.6H10z",
    ),
    SocialLink(
        "Instagram",
        "https://www.instagram.com/womenentrepreneurawards",
        "M8 3.5h8A4.5 4.5 0 0 1 20.5 8v8a4.5 4.5 0 0 1-4.5 4.5H8A4.5 4.5 0 0 1 3.5"
        " 16V8A4.5 4.5 0 0 1 8 3.5m0 1.8A2.7 2.7 0 0 0 5.3 8v8A2.7 2.7 0 0 0 8"
        " 18.7h8a2.7 2.7 0 0 0 2.7-2.7V8A2.7 2.7 0 0 0 16 5.3zm4 2.5a4.2 4.2 0 1"
        " 1 0 8.4 4.2 4.2 0 0 1 0-8.4m0 1.8a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0"
        " 0-4.8m4.6-3a1 1 0 1 1 0 2 1 1 0 0 1 0-2",
    ),
    SocialLink(
        "Facebook",
        "https://www.facebook.com/womenentrepreneurawards",
        "M13.6 20.5v-7.6h2.6l.5-3.1h-3.1V7.9c0-.9.4-1.6 1.7-1.6h1.5V3.6c-.3 0-1.2"
        "-.1-2.2-.1-2.5 0-4 1.5-4 4.1v2.2H7.8v3.1h2.8v7.6z",
    ),
    SocialLink(
        "X",
        "https://x.com/womenentrepreneurawards",
        "M4 4h4.7l3.9 5.3L17.2 4h2.1l-5.7 6.7L20 20h-4.7l-4.3-5.9L5.9 20H3.8l6.2-7.3z"
        "m3.1 1.6 9 12.8h1.1l-9-12.8z",
    ),
    SocialLink(
        "YouTube",
        "https://www.youtube.com/@womenentrepreneurawards",
        "M12 5.5c3 0 5.2.1 6.6.3 1.3.2 2.1 1 2.3 2.2.2 1.2.3 2.5.3 4s-.1 2.8-.3 4c-.2 1.2-1"
        " 2-2.3 2.2-1.4.2-3.6.3-6.6.3s-5.2-.1-6.6-.3C4.1 18 3.3 17.2 3.1 16c-.2-1.2-.3-2.5"
        "-.3-4s.1-2.8.3-4c.2-1.2 1-2 2.3-2.2 1.4-.2 3.6-.3 6.6-.3m-2 3.7v5.6l5-2.8z",
    ),
)
