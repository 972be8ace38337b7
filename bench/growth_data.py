"""Fills a database with many editions' records by bulk inserts, the same ones each time."""

import itertools
import random
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import insert

from awards_site.core.audit.models import Action, AuditEntry
from awards_site.core.database.engine import IS_WRITING, make_engine
from awards_site.core.database.managed_record import SearchableRecord, derived_fields
from awards_site.features.blog.entity import BlogPost
from awards_site.features.events.entity import Event
from awards_site.features.messages.entity import InquiryType, Message
from awards_site.features.nominees.entity import Nominee, NomineeCategory
from awards_site.features.photos.entity import Photo, PhotoCategory
from awards_site.features.subscribers.entity import Subscriber
from awards_site.features.videos.entity import Video, VideoCategory

EDITIONS = 20
RARE = "Xochiquetzal"
"""A name that one record of each list has."""
COMMON = "lovelace"
"""A word that one in twenty records has."""

_BATCH = 5_000
_LAST_YEAR = 2025
_END = datetime(2026, 1, 1, tzinfo=UTC)
_NAMES = """
Ada Amina Chioma Dalia Élodie Fatou Grace Hana Ines Jelena Karla Lena Maya Noor Olga Priya Rosa
Søren Thandiwe Zoé
Lovelace Adeyemi Banda Castillo Diallo Eriksson Fernández Gupta Haddad Ivanova Johnson Kaya Lefèvre
Mensah Nakamura Obi Petrović Quispe Rossi Şahin
"""
_FIRST_NAMES, _LAST_NAMES = _NAMES.split()[:20], _NAMES.split()[20:]
_TOPICS = """
founder market cooperative energy export training software harvest clinic textile finance women
growth award mentor community invest design workshop future
"""
_WORDS = _TOPICS.split()
_STAFF = ("admin", "editor", "Amina", "José")
_KINDS = ("nominee", "photo", "video", "event", "blog post", "message", "subscriber", "user")

Row = dict[str, Any]


def fill(database_url: str, nominees: int) -> None:
    """Add the records of a site with so many published nominees to an empty database."""
    engine = make_engine(database_url)
    amounts: Mapping[type[SearchableRecord], int] = {
        Nominee: nominees,
        Photo: nominees,
        Video: nominees // 5,
        BlogPost: nominees // 25,
        Event: nominees // 25,
        Message: nominees * 10,
        Subscriber: nominees * 10,
        AuditEntry: nominees * 20,
    }
    for model, amount in amounts.items():
        rows = _rows(model, amount)
        # A transaction for each batch, so that SQLite's log of them stays small.
        while batch := list(itertools.islice(rows, _BATCH)):
            with engine.execution_options(**{IS_WRITING: True}).begin() as connection:
                connection.execute(insert(model), batch)
    if engine.dialect.name == "postgresql":
        with engine.connect() as connection:
            # As PostgreSQL does by itself within minutes.
            autocommit = connection.execution_options(isolation_level="AUTOCOMMIT")
            autocommit.exec_driver_sql("VACUUM ANALYZE")
    engine.dispose()


def _rows(table: type[SearchableRecord], amount: int) -> Iterator[Row]:
    chance = random.Random(str(table.__tablename__))  # The same rows each time.
    make = _MAKERS[table]
    for number in range(amount):
        age = timedelta(days=365 * EDITIONS) * (1 - number / amount)
        name = f"{chance.choice(_FIRST_NAMES)} {chance.choice(_LAST_NAMES)}"
        if number == amount // 2:
            name = f"{RARE} Obi"
        row = {"created_at": _END - age, **make(chance, number, amount, name)}
        # The columns that the ORM would fill in.
        yield {**row, **derived_fields(table, row.get)}


def _nominee(chance: random.Random, number: int, amount: int, name: str) -> Row:
    return {
        "name": name,
        "title": f"Founder and {chance.choice(('CEO', 'director', 'chair'))}",
        "company": f"{chance.choice(_WORDS).title()} {chance.choice(_WORDS).title()} Ltd",
        "bio": _text(chance, 120),
        "achievements": _text(chance, 60),
        "category": chance.choice(list(NomineeCategory)).value,
        "year": _year(number, amount),
        "is_finalist": number % 3 == 0,
        "is_winner": number % 10 == 0,
        "is_published": True,
    }


def _photo(chance: random.Random, number: int, amount: int, name: str) -> Row:
    return {
        "title": f"{name} at the {chance.choice(_WORDS)} evening",
        "description": _text(chance, 12),
        "image_url": f"https://images.example.org/{number}.jpg",
        "category": chance.choice(list(PhotoCategory)).value,
        "year": _year(number, amount),
        "display_order": 0,
        "is_published": True,
    }


def _video(chance: random.Random, number: int, amount: int, name: str) -> Row:
    return {
        "title": f"{name} on {chance.choice(_WORDS)}",
        "description": _text(chance, 20),
        "video_url": f"https://videos.example.org/{number}",
        "category": chance.choice(list(VideoCategory)).value,
        "year": _year(number, amount),
        "tags": [],
        "display_order": 0,
        "is_published": True,
    }


def _post(chance: random.Random, number: int, _amount: int, name: str) -> Row:
    return {
        "title": f"{name} and the {chance.choice(_WORDS)} year",
        "content": _text(chance, 300),
        "slug": f"post-{number}",
        "category": "news",
        "tags": [],
        "folded_tags": "",
        "published_date": _END - timedelta(days=number),
        "is_published": True,
    }


def _event(chance: random.Random, number: int, _amount: int, name: str) -> Row:
    start = _END - timedelta(days=number)
    return {
        "title": f"{chance.choice(_WORDS).title()} evening with {name}",
        "description": _text(chance, 40),
        "location": "Lagos",
        "type": "workshop",
        "start_date": start,
        "end_date": start + timedelta(hours=3),
        "is_virtual": False,
        "is_published": True,
    }


def _message(chance: random.Random, number: int, _amount: int, name: str) -> Row:
    return {
        "name": name,
        "email": f"{name.split()[0].lower()}{number}@example.org",
        "subject": f"About the {chance.choice(_WORDS)}",
        "inquiry_type": chance.choice(list(InquiryType)).value,
        "message": _text(chance, 60),
        "is_read": number % 5 > 0,
    }


def _subscriber(_chance: random.Random, number: int, _amount: int, name: str) -> Row:
    email = f"{name.replace(' ', '.').lower()}.{number}@example.org"
    return {"email": email, "email_folded": email, "unsubscribe_token": f"token{number}"}


def _audit_entry(chance: random.Random, number: int, _amount: int, name: str) -> Row:
    return {
        "user_id": 1,
        "user_name": chance.choice(_STAFF),
        "action": chance.choice(list(Action)).value,
        "record_type": chance.choice(_KINDS),
        "record_id": chance.randrange(20_000),
        "name": name,
        "ip_address": f"192.0.{chance.randrange(4)}.{chance.randrange(256)}",
        "request_id": f"{chance.getrandbits(64):016x}",
        "changes": [],
        "count": 1,
        "permission": "MANAGE_SHOWCASE",
    }


_MAKERS: Mapping[type[SearchableRecord], Any] = {
    Nominee: _nominee,
    Photo: _photo,
    Video: _video,
    BlogPost: _post,
    Event: _event,
    Message: _message,
    Subscriber: _subscriber,
    AuditEntry: _audit_entry,
}


def _year(number: int, amount: int) -> int:
    return _LAST_YEAR - number * EDITIONS // amount


def _text(chance: random.Random, words: int) -> str:
    return " ".join(chance.choices(_WORDS, k=words))
