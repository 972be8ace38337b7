"""Twenty-five invented newsletter subscribers."""

from datetime import date, datetime, time, timedelta

from awards_site.demo.content.source import Body
from awards_site.demo.content.time_zone import ZONE

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
