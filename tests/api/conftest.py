"""What the API's tests share: a fresh database each, and a client for every kind of caller."""

from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI
from starlette.types import ASGIApp

from awards_site.api import make_api, make_response_cache
from awards_site.auth import passwords
from awards_site.auth import service as users
from awards_site.auth.models import UserCreate
from awards_site.auth.sessions import COOKIE, open_session
from awards_site.core import content_version
from awards_site.core.database import writing
from tests import database
from tests.api.client import client_of
from tests.api.client import portal as open_portal
from tests.api.public import bodies
from tests.factories import user_body

NewClient = Callable[..., httpx.Client]


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated database, to be copied."""
    return database.migrated_file(tmp_path_factory.mktemp("migrated"))


@pytest.fixture(scope="session")
def portal() -> Iterator[BlockingPortal]:
    """The event loop on which the API runs."""
    with open_portal() as opened:
        yield opened


@pytest.fixture(scope="session")
def app(migrated: Path) -> FastAPI:
    """The API; it reads settings and database when it is called, so that all tests share it."""
    return make_api()


@pytest.fixture(scope="session")
def site(app: FastAPI) -> ASGIApp:
    """The API as it is served: with the cache of its public responses before it."""
    return make_response_cache(app).before(app)


@pytest.fixture(scope="session")
def data_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The path of every test's data folder."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(autouse=True)
def data_dir(data_path: Path, migrated: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A data folder with nothing but an empty database, and cheap hashes of passwords."""
    database.copy_into(data_path, migrated)
    database.use_data_dir(data_path, monkeypatch)
    # What is kept of another test's database is then out of date.
    content_version.bump()
    monkeypatch.setattr(passwords, "ROUNDS", 4)
    yield data_path
    database.close()


@pytest.fixture
def new_client(site: ASGIApp, portal: BlockingPortal) -> Iterator[NewClient]:
    """Make clients without a session; `address` and `base_url` may be named."""
    opened: list[httpx.Client] = []

    def make(**options: str) -> httpx.Client:
        opened.append(client_of(site, portal, **options))
        return opened[-1]

    yield make
    for client in opened:
        client.close()


@pytest.fixture
def signed_in(new_client: NewClient) -> Callable[[str], httpx.Client]:
    """Make a user of a role, and return a client in which that user has a session."""

    def sign_in(role: str) -> httpx.Client:
        with writing() as session:
            user = users.register(session, UserCreate.model_validate(user_body(role=role)))
            token = open_session(session, user)
        client = new_client()
        client.cookies.set(COOKIE, token)
        return client

    return sign_in


@pytest.fixture
def admin(signed_in: Callable[[str], httpx.Client]) -> httpx.Client:
    """A client in which an admin has signed in."""
    return signed_in("admin")


@pytest.fixture
def editor(signed_in: Callable[[str], httpx.Client]) -> httpx.Client:
    """A client in which an editor has signed in."""
    return signed_in("editor")


@pytest.fixture
def user(signed_in: Callable[[str], httpx.Client]) -> httpx.Client:
    """A client in which a user of the role 'user' has signed in."""
    return signed_in("user")


@pytest.fixture
def nobody(new_client: NewClient) -> httpx.Client:
    """A client without a session."""
    return new_client()


@pytest.fixture
def something_of_each(editor: httpx.Client) -> None:
    """One public record of every entity."""
    for path, body in bodies():
        assert editor.post(path, json=body).status_code == 201
