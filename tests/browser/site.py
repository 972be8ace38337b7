"""A running site as browser tests use it: its address, its API, and its accounts."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from tests.site_server import ADMIN_PASSWORD, ADMIN_USERNAME, RunningSite, running_site

PASSWORD = "a password of a test"


@dataclass(frozen=True)
class Account:
    """Who can sign in."""

    username: str
    password: str
    name: str
    role: str


ADMIN = Account(ADMIN_USERNAME, ADMIN_PASSWORD, "Administrator", "admin")


@dataclass
class Site:
    """A running site; `api` calls it as the administrator."""

    running: RunningSite
    api: httpx.Client
    _accounts: dict[str, Account] = field(default_factory=lambda: {"admin": ADMIN})

    @property
    def url(self) -> str:
        """The site's address, without a slash at the end."""
        return self.running.url

    def account(self, role: str) -> Account:
        """Return the account of `role`: admin, editor or user; it is made at first use."""
        if role not in self._accounts:
            account = Account(role, PASSWORD, f"Test {role.title()}", role)
            self.create(
                "/api/auth/register",
                username=account.username,
                password=account.password,
                email=f"{role}@example.org",
                name=account.name,
                role=role,
            )
            self._accounts[role] = account
        return self._accounts[role]

    def create(self, path: str, **fields: object) -> dict[str, object]:
        """Create an entity through the API and return it."""
        answer = self.api.post(path, json=fields)
        assert answer.status_code == 201, f"POST {path}: {answer.status_code} {answer.text}"
        created: dict[str, object] = answer.json()
        return created


@contextmanager
def serve(data_dir: Path, **settings: str) -> Iterator[Site]:
    """Serve a site until the block ends; `settings` and failures are those of `running_site`."""
    with (
        running_site(data_dir, **settings) as running,
        httpx.Client(base_url=running.url, timeout=30) as api,
    ):
        answer = api.post(
            "/api/auth/login", json={"username": ADMIN.username, "password": ADMIN.password}
        )
        assert answer.status_code == 200, f"Signing in: {answer.status_code} {answer.text}"
        yield Site(running, api)
