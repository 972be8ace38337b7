"""A client of a running site in which the administrator has a session."""

from collections.abc import Iterator
from contextlib import contextmanager

import httpx

from tools.site_server import ADMIN_PASSWORD, ADMIN_USERNAME, NO_TLS


@contextmanager
def administrator(url: str) -> Iterator[httpx.Client]:
    """Yield a client that is signed in at the site's URL."""
    with httpx.Client(base_url=url, timeout=30, verify=NO_TLS) as client:
        credentials = {"username": ADMIN_USERNAME, "password": ADMIN_PASSWORD}
        assert client.post("/api/auth/login", json=credentials).status_code == 200
        yield client
