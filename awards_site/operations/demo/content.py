"""The records of the demo edition, as bodies of API requests."""

import tomllib
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from awards_site.core.paths import slugify
from awards_site.pages.legal import COOKIES, PRIVACY, TERMS


class MediaPath(str):
    """A file path relative to `media`, such as `portraits/amara-okafor.webp`.

    The loader stores the file and replaces the path with the URL of the stored file.
    """

    __slots__ = ()


FOLDER = Path(__file__).parent / "texts"

Body = dict[str, Any]
"""The JSON body of an API request; a `MediaPath` stands for the URL of an uploaded file."""


def load_records(name: str) -> list[Body]:
    """Return the `[[record]]` tables of a TOML file, in file order."""
    tables: list[Body] = tomllib.loads(load_text(name))["record"]
    return tables


def load_text(name: str) -> str:
    """Return a stripped text file; `name` is a path relative to `FOLDER`."""
    return (FOLDER / name).read_text(encoding="utf-8").strip()


def content_sections(_today: date) -> list[Body]:
    """Return the bodies for `POST /api/admin/content`: the default legal pages."""
    return [
        {
            "name": fixed.name,
            "identifier": fixed.identifier,
            "content": fixed.default_content,
        }
        for fixed in (PRIVACY, TERMS, COOKIES)
    ]


# Minutes, item, category of its award, presenter, notes.
_EVENING = [
    (30, "Doors and drinks in the orangery", None, None, "Coats to the left of the stairs."),
    (10, "Welcome", None, "Halcyon Private Bank", "Thank the kitchen before dinner, not after it."),
    (15, "Award for Innovation", "innovation", "Verdance Energy", "Trophy under the lectern."),
    (10, "Award for Creative Industries", "creative", "Tessella", None),
    (75, "Dinner", None, None, "Five toasts of one minute each, then dessert."),
    (15, "Award for Technology", "tech", "Meridian Cloud", "She may join by video."),
    (15, "Lifetime Achievement", "lifetime-achievement", "The jury", "The hall stands."),
    (90, "Last toast and dancing", None, None, None),
]


def running_order(_today: date) -> list[Body]:
    """Return the bodies for `POST /api/admin/running-order`, in their order."""
    keys = ("durationMinutes", "title", "category", "presenter", "notes")
    return [dict(zip(keys, item, strict=True)) for item in _EVENING]


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


# The values of a record's `award`. The API has two independent flags.
_AWARDS: dict[str, dict[str, bool]] = {
    "winner": {"isWinner": True, "isFinalist": True},
    "finalist": {"isFinalist": True},
}


def nominees(_today: date) -> list[Body]:
    """Return the bodies for `POST /api/nominees`, the newest year's first.

    `imageUrl` is a `MediaPath`. Two of the forty are unpublished; every year has winners.
    """
    return [_nominee_body(record) for record in load_records("nominees.toml")]


def _nominee_body(body: Body) -> Body:
    body["imageUrl"] = MediaPath(f"portraits/{slugify(body['name'])}.webp")
    return body | _AWARDS.get(body.pop("award", ""), {})


def photos(_today: date) -> list[Body]:
    """Return the bodies for `POST /api/photos`, in display order.

    `imageUrl` is a `MediaPath`. A photo of a nominee has her name as `nomineeName`, which the
    loader replaces with `nomineeId`. A few photos have no year (`None`).
    """
    return [
        _photo_body(record, order)
        for order, record in enumerate(load_records("photos.toml"), start=1)
    ]


def _photo_body(body: Body, order: int) -> Body:
    body.setdefault("year", None)
    body["imageUrl"] = MediaPath(f"photos/{body.pop('image')}.webp")
    body["displayOrder"] = order
    return body


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


ZONE = ZoneInfo("America/New_York")


def blog_posts(today: date) -> list[Body]:
    """Return the bodies for `POST /api/blog`, newest first, drafts last.

    `content` is the Markdown of posts/<slug>.md and `featuredImageUrl` a `MediaPath`. A post about
    a nominee has her name as `nomineeName`, which the loader replaces with `nomineeId`.
    """
    return [_post_body(record, today) for record in load_records("blog_posts.toml")]


def _post_body(body: Body, today: date) -> Body:
    slug = body["slug"]
    body["content"] = load_text(f"posts/{slug}.md")
    body["featuredImageUrl"] = MediaPath(f"blog/{slug}.webp")
    days_ago = body.pop("days_ago", None)
    body["isPublished"] = days_ago is not None
    if days_ago is not None:
        published = datetime.combine(today - timedelta(days=days_ago), time(9), tzinfo=ZONE)
        body["publishedDate"] = published.isoformat()
    return body


def events(today: date) -> list[Body]:
    """Return the bodies for `POST /api/events`, earliest first, with ISO 8601 times.

    `imageUrl` is a `MediaPath`. Some events overlap `today`, some last several days, several share
    a day, and one is unpublished.
    """
    return sorted(
        (_event_body(record, today) for record in load_records("events.toml")),
        key=lambda body: str(body["startDate"]),
    )


def _event_body(body: Body, today: date) -> Body:
    first_day = today + timedelta(days=body.pop("day"))
    if "weekday" in body:
        first_day += timedelta(days=(body.pop("weekday") - first_day.weekday()) % 7)
    last_day = first_day + timedelta(days=body.pop("days", 1) - 1)
    body["startDate"] = _to_iso(first_day, body.pop("start"))
    body["endDate"] = _to_iso(last_day, body.pop("end"))
    body["imageUrl"] = MediaPath(f"events/{body.pop('image', body['type'])}.webp")
    body["isVirtual"] = "virtualMeetingUrl" in body
    return body


def _to_iso(day: date, at: time) -> str:
    return datetime.combine(day, at, tzinfo=ZONE).isoformat()


MAX_UNREAD_DAYS = 5
"""The maximum age of an unread message, in days."""


def messages(today: date) -> list[Body]:
    """Return the bodies for `POST /api/contact`, newest first.

    Besides the form's fields, each has `createdAt` (an aware datetime) and `isRead`. Messages from
    the home page have no `subject`, because its form has none.
    """
    return [_message_body(record, today) for record in load_records("messages.toml")]


def _message_body(body: Body, today: date) -> Body:
    days_ago: int = body.pop("days_ago")
    body["isRead"] = days_ago > MAX_UNREAD_DAYS
    day = today - timedelta(days=days_ago)
    at: time = body.pop("at")
    body["createdAt"] = datetime.combine(day, at, tzinfo=ZONE)
    return body


# Mailbox at example.com, and how many days before loading its owner subscribed.
_SUBSCRIBERS = {
    "adjoa.boateng": 1,
    "priscilla.tan": 2,
    "m.okonkwo": 3,
    "studio-ferreyra": 5,
    "helena.brandt": 8,
    "newsdesk": 11,
    "aoife.byrne": 14,
    "founders-club": 19,
    "samira.aziz": 23,
    "jeanne.moreau-roy": 28,
    "katya.ivanova": 34,
    "rutendo.moyo": 41,
    "lena.vogt": 49,
    "events.larkspur": 58,
    "dalia.rahman": 66,
    "carmen.ibarra": 79,
    "noor.hassan": 91,
    "library": 104,
    "w.kariuki": 120,
    "beatriz.lopes": 141,
    "harriet.lowe": 163,
    "yuki.tanaka": 188,
    "alumnae.office": 214,
    "press.northlight": 251,
    "m.whitlock": 300,
}


def subscribers(today: date) -> list[Body]:
    """Return the bodies for `POST /api/newsletter`; `createdAt` is an aware datetime."""
    return [
        {
            "email": f"{mailbox}@example.com",
            "createdAt": datetime.combine(
                today - timedelta(days=days_ago), time(8 + index % 11, index * 7 % 60), tzinfo=ZONE
            ),
        }
        for index, (mailbox, days_ago) in enumerate(_SUBSCRIBERS.items())
    ]


def videos(_today: date) -> list[Body]:
    """Return the bodies for `POST /api/videos`, in display order.

    `thumbnailUrl` is a `MediaPath`, and so is `videoUrl` where the film ships with the site. The
    years are those that the library's filter always offers.
    """
    return [
        _video_body(record, order)
        for order, record in enumerate(load_records("videos.toml"), start=1)
    ]


def _video_body(body: Body, order: int) -> Body:
    thumbnail = body.pop("thumbnail")
    body["thumbnailUrl"] = MediaPath(f"videos/{thumbnail}.webp")
    if "videoUrl" not in body:
        body["videoUrl"] = MediaPath(f"{body.pop('film', f'films/{thumbnail}')}.webm")
    body["displayOrder"] = order
    return body
