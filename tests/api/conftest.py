"""Fixtures of the API tests: a fresh database each, and a client for each role."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from fastapi import FastAPI
from httpx import Client
from sqlalchemy import event
from starlette.types import ASGIApp

from awards_site.accounts import hashing
from awards_site.accounts.models import UserCreate
from awards_site.accounts.user_sessions import COOKIE, SECURE_PREFIX, open_session
from awards_site.app import add_security_headers, make_api, make_response_cache
from awards_site.core import clock
from awards_site.core.audit.counter import counter
from awards_site.core.database.engine import engine
from awards_site.core.database.sessions import writing
from awards_site.core.files.images import clean_image
from awards_site.core.http import rate_limits
from awards_site.core.invalidation import content_version
from awards_site.features.media.uploads_api import IMAGE
from awards_site.features.users.entity import users
from awards_site.settings import settings
from tests import database
from tests.api.client import client_of
from tests.api.entities import (
    COVER_PAGE,
    EVENT,
    NOMINEE,
    PHOTO,
    POST,
    SECTION,
    SPONSOR,
    USER,
    VIDEO,
)
from tests.factories import Body, user_body
from tests.smtp_server import SmtpServer, smtp_server

NewClient = Callable[..., Client]
Configure = Callable[..., None]


class FrozenClock:
    """A clock that moves only by `advance`."""

    now = datetime(2030, 5, 15, 12, tzinfo=UTC)

    def advance(self, by: timedelta) -> None:
        self.now += by


@pytest.fixture(scope="session")
def portal() -> Iterator[BlockingPortal]:
    """The event loop on which the API runs, which is the server's."""
    with start_blocking_portal(backend_options={"use_uvloop": True}) as opened:
        yield opened


@pytest.fixture(scope="session")
def app(migrated: Path) -> FastAPI:
    """The API, which all tests share; it reads settings and database at each request."""
    return make_api()


@pytest.fixture(scope="session")
def site(app: FastAPI) -> ASGIApp:
    """The API behind its response cache and the security headers, as in production."""
    return add_security_headers(make_response_cache(app).wrap(app))


@pytest.fixture(scope="session")
def data_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(autouse=True)
def data_dir(data_path: Path, migrated: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A data folder with an empty database only, and cheap password hashes."""
    database.copy_into(data_path, migrated)
    database.use_data_dir(data_path, monkeypatch)
    # This invalidates what is cached of another test's database.
    content_version.bump()
    rate_limits.limiter.cache_clear()
    monkeypatch.setattr(hashing, "ROUNDS", 4)
    yield data_path
    # What this test counted does not belong into the audit log of the next one.
    counter.flush()
    database.close()


@pytest.fixture(autouse=True)
def images_in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read uploaded images in this process, because starting one for each takes long."""

    def clean(upload: BinaryIO) -> tuple[BinaryIO, str]:
        content, extension = clean_image(upload)
        return BytesIO(content), extension

    monkeypatch.setitem(vars(IMAGE), "check", clean)


@pytest.fixture
def new_client(site: ASGIApp, portal: BlockingPortal) -> Iterator[NewClient]:
    opened: list[Client] = []

    def make(**options: str) -> Client:
        opened.append(client_of(site, portal, **options))
        return opened[-1]

    yield make
    for client in opened:
        client.close()


@cache
def _hash(password: str) -> str:
    """Return the cheap hash of a password, which most users of tests have in common."""
    return hashing.hash_password(password)


@pytest.fixture
def signed_in(new_client: NewClient, request: pytest.FixtureRequest) -> Callable[[str], Client]:
    """A function that creates a user with a role, and returns a client with that user's session."""

    # The configured public URL begins with https.
    prefix = SECURE_PREFIX if "public_url" in request.fixturenames else ""

    def sign_in(role: str) -> Client:
        fields = UserCreate.model_validate(user_body(role=role))
        with writing() as session:
            user = users.register(session, fields, _hash(fields.password))
            token = open_session(session, user)
        client = new_client()
        client.cookies.set(f"{prefix}{COOKIE}", token)
        return client

    return sign_in


@pytest.fixture
def admin(signed_in: Callable[[str], Client]) -> Client:
    return signed_in("admin")


@pytest.fixture
def editor(signed_in: Callable[[str], Client]) -> Client:
    return signed_in("editor")


@pytest.fixture
def user(signed_in: Callable[[str], Client]) -> Client:
    return signed_in("user")


@pytest.fixture
def anonymous(new_client: NewClient) -> Client:
    return new_client()


@pytest.fixture
def person(admin: Client) -> Body:
    """A user with the default password, who is not signed in."""
    return USER.create(admin, username="Grace")


@pytest.fixture
def one_of_each(editor: Client) -> None:
    """One public record of every entity, and a photo without a year."""
    EVENT.create(editor, title="Gala")
    NOMINEE.create(editor)
    PHOTO.create(editor, year=2024, nomineeId=1)
    PHOTO.create(editor, year=None)
    VIDEO.create(editor)
    POST.create(editor, isPublished=True, tags=["tag"], nomineeId=1)
    SPONSOR.create(editor)
    COVER_PAGE.create(editor, is_active=True)
    SECTION.create(editor, identifier="section")
    SECTION.create(editor, identifier="page.about", content={})


@pytest.fixture
def undrawn_form(monkeypatch: pytest.MonkeyPatch) -> None:
    """The nomination form as the texts that are drawn, because drawing them takes long."""

    def as_text(*texts: object) -> bytes:
        return repr(texts).encode()

    monkeypatch.setattr("awards_site.pages.nomination_form.nomination_form", as_text)


@pytest.fixture
def configure(monkeypatch: pytest.MonkeyPatch) -> Configure:
    def change(**values: str) -> None:
        for name, value in values.items():
            monkeypatch.setenv(name, value)
        settings.cache_clear()

    return change


@pytest.fixture
def smtp(configure: Configure) -> Iterator[SmtpServer]:
    """The SMTP server that the site uses; `deliver` sends what the site has stored."""
    with smtp_server() as server:
        configure(AWARDS_SMTP_URL=server.url)
        yield server


@pytest.fixture
def public_url(configure: Configure) -> str:
    url = "https://awards.example.org"
    configure(AWARDS_PUBLIC_URL=url)
    return url


@pytest.fixture
def frozen_clock(monkeypatch: pytest.MonkeyPatch) -> FrozenClock:
    """The clock of the site; request it before a signed-in client."""
    frozen = FrozenClock()
    monkeypatch.setattr(clock, "now", lambda: frozen.now)
    return frozen


@pytest.fixture
def statements() -> Iterator[list[str]]:
    sent: list[str] = []

    def record(_connection: Any, _cursor: Any, statement: str, *_others: Any) -> None:
        sent.append(statement)

    event.listen(engine(), "before_cursor_execute", record)
    yield sent
    event.remove(engine(), "before_cursor_execute", record)
