"""Nine cover pages for the home page's hero, three of each media type; one of them is active."""

from datetime import date

from awards_site.demo.content.media_path import MediaPath
from awards_site.demo.content.source import Body

_FILM = MediaPath("heroes/gold-drift.webm")


def _heroes(*names: str) -> list[MediaPath]:
    return [MediaPath(f"heroes/{name}.webp") for name in names]


_COVERS: list[Body] = [
    {
        "title": "The Homecoming Edition",
        "subtitle": "Five editions, one stage",
        "description": "Power. Progress. Purpose.",
        "media_type": "image",
        "image_url": MediaPath("heroes/stage.webp"),
        "transparency": 30,
        "focal_x": 67,
        "is_active": True,
    },
    {
        "title": "Meet the honorees",
        "subtitle": "Eight founders, eight ways to begin",
        "description": "They light streets, cut stars from clay and teach robots to be gentle.",
        "media_type": "image",
        "image_url": MediaPath("heroes/drapery.webp"),
        "transparency": 35,
        "cta_text": "See the honorees",
        "cta_link": "https://example.com/nominees",
    },
    {
        "title": "An evening at Larkspur House",
        "subtitle": "The Alumnae Gala",
        "description": "Dinner, toasts to the winners, and dancing for those who can.",
        "media_type": "image",
        "image_url": MediaPath("heroes/chandeliers.webp"),
        "transparency": 45,
        "cta_text": "Reserve a seat",
        "cta_link": "https://tickets.example.com/gala",
    },
    {
        "title": "The Homecoming Edition",
        "subtitle": "The film",
        "description": "Power. Progress. Purpose.",
        "media_type": "video",
        "image_url": _FILM,
        "transparency": 20,
    },
    {
        "title": "Nominations are open",
        "subtitle": "Twenty minutes and one honest paragraph",
        "description": "Put a founder forward who would never nominate herself.",
        "media_type": "video",
        "image_url": _FILM,
        "transparency": 40,
        "cta_text": "Nominate a founder",
        "cta_link": "https://nominate.example.com/wea",
    },
    {
        "title": "Tonight, live from the Grand Hall",
        "subtitle": "Captioned in four languages",
        "description": "Watch the toasts from wherever you are.",
        "media_type": "video",
        "image_url": _FILM,
        "transparency": 50,
        "cta_text": "Watch the stream",
        "cta_link": "https://live.example.com/wea-gala",
    },
    {
        "title": "The Homecoming Edition",
        "subtitle": "Scenes from five editions",
        "description": "Power. Progress. Purpose.",
        "media_type": "carousel",
        "image_url": MediaPath("heroes/stage.webp"),
        "media_urls": _heroes("chandeliers", "drapery", "gold-dust"),
        "transparency": 35,
    },
    {
        "title": "From workshop to stage",
        "subtitle": "A year with our founders",
        "description": "Masterclasses, mentors and one unforgettable evening.",
        "media_type": "carousel",
        "image_url": MediaPath("heroes/gold-dust.webp"),
        "media_urls": _heroes("stage", "chandeliers"),
        "transparency": 40,
        "cta_text": "See the calendar",
        "cta_link": "https://example.com/events",
    },
    {
        "title": "Stand beside them",
        "subtitle": "Partner with the programme",
        "description": "Our sponsors fund growth grants, open doors and stay for the dancing.",
        "media_type": "carousel",
        "image_url": MediaPath("heroes/drapery.webp"),
        "media_urls": _heroes("gold-dust", "stage"),
        "transparency": 50,
        "cta_text": "Become a partner",
        "cta_link": "https://example.com/partners",
    },
]


def cover_pages(_today: date) -> list[Body]:
    """Return the bodies for `POST /api/cover-pages`, with `MediaPath`s as media."""
    return [
        {"is_active": False, "display_order": order} | cover for order, cover in enumerate(_COVERS)
    ]
