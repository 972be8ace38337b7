"""A running site as browser tests use it: its URL, its API, and its accounts."""

import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from awards_site.core.invalidation.content_version import CHECK_INTERVAL_SECONDS
from tests import database
from tools.site_server import ADMIN_PASSWORD, ADMIN_USERNAME, RunningSite, running_site

PASSWORD = "a password of a test"

RENDER_TIMEOUT_SECONDS = 60
NOT_RENDERED = '"renderedAt": null'


@dataclass(frozen=True)
class Account:
    """An account that can sign in."""

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
        return self.running.url

    def account(self, role: str) -> Account:
        """Return the account of `role` (admin, editor or user), created at first use."""
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
        response = self.api.post(path, json=fields)
        assert response.status_code == 201, f"POST {path}: {response.status_code} {response.text}"
        created: dict[str, object] = response.json()
        return created

    def open_database(self) -> sqlite3.Connection:
        """Return a connection to the site's database, which bypasses the site."""
        return sqlite3.connect(self.running.data_dir / database.FILE)

    def read_rendered(self, path: str) -> str:
        """Return the HTML of a public page once it has been rendered with its content."""
        deadline = time.monotonic() + RENDER_TIMEOUT_SECONDS
        while NOT_RENDERED in (html := httpx.get(f"{self.url}{path}", timeout=30).text):
            assert time.monotonic() < deadline, f"{path} has not been rendered"
            time.sleep(0.1)
        return html

    def bump_content_version(self) -> None:
        """Bump the content version after a write that bypassed the site."""
        now = time.time_ns()
        os.utime(self.running.data_dir / "content-version", ns=(now, now))
        # Each process checks the file at this interval.
        time.sleep(CHECK_INTERVAL_SECONDS)


@contextmanager
def serve(data_dir: Path, **settings: str) -> Iterator[Site]:
    """Serve a site while the block runs; settings and errors are those of `running_site`.

    Only sessions of more than 600 minutes are asked for the password, so `api` signs in once.
    Forms have no rate limit per client, because all tests send them from one IP address.
    """
    for_tests = {"AWARDS_RECENT_SIGN_IN_MINUTES": "600", "AWARDS_FORM_RATE_LIMIT": ""}
    with (
        running_site(data_dir, **{**for_tests, **settings}) as running,
        httpx.Client(base_url=running.url, timeout=30) as api,
    ):
        response = api.post(
            "/api/auth/login", json={"username": ADMIN.username, "password": ADMIN.password}
        )
        assert response.status_code == 200, f"Signing in: {response.status_code} {response.text}"
        yield Site(running, api)


class SharedSite:
    """A running site that can be reset to its initial content, which is faster than a restart."""

    def __init__(self, site: Site) -> None:
        self.running = site.running
        self._site = site
        self._content = sqlite3.connect(":memory:")
        with closing(site.open_database()) as live:
            live.backup(self._content)

    def reset(self) -> Site:
        """Reset the site and return it with the administrator as its only account."""
        with closing(self._site.open_database()) as live:
            self._content.backup(live)
        for folder in filter(Path.is_dir, self.running.data_dir.iterdir()):
            # The running process writes States there.
            if folder.name != "states":
                shutil.rmtree(folder, ignore_errors=True)
        self._site.bump_content_version()
        return Site(self.running, self._site.api)
