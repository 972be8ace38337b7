"""A staff session that creates and renames nominees."""

import time
from collections.abc import Mapping
from typing import Any, NamedTuple

import httpx

from tools.site_server import ADMIN_PASSWORD, ADMIN_USERNAME

NOMINEES = 200
"""The number of published nominees in list benchmarks."""


class ListPage(NamedTuple):
    """The response time of a page of a list, and how many records the list has."""

    milliseconds: float
    total: int


class Staff:
    """The administrator, signed in to a running site."""

    def __init__(self, site_url: str) -> None:
        self._client = httpx.Client(base_url=site_url, timeout=30)
        body = {"username": ADMIN_USERNAME, "password": ADMIN_PASSWORD}
        self._client.post("/api/auth/login", json=body).raise_for_status()

    def __enter__(self) -> "Staff":
        return self

    def __exit__(self, *_error: object) -> None:
        self._client.close()

    def _published(self) -> list[dict[str, Any]]:
        response = self._client.get("/api/nominees/published").raise_for_status()
        nominees: list[dict[str, Any]] = response.json()
        return nominees

    @property
    def cookies(self) -> httpx.Cookies:
        """The session's cookies."""
        return self._client.cookies

    def nominees(self) -> list[int]:
        """Return the ids of the published nominees."""
        return [each["id"] for each in self._published()]

    def page(self, path: str, params: Mapping[str, str]) -> "ListPage":
        """Read a page of a list."""
        start = time.perf_counter()
        response = self._client.get(path, params={"page": "1", **params}).raise_for_status()
        milliseconds = (time.perf_counter() - start) * 1000
        return ListPage(milliseconds, response.json()["total"])

    def fill(self) -> None:
        """Publish nominees until there are NOMINEES."""
        for number in range(len(self._published()), NOMINEES):
            body = {
                "name": f"Ada Lovelace {number}",
                "title": "Founder",
                "company": "Analytical Engines",
                "bio": "She wrote the first program, and a letter about what machines may do.",
                "achievements": "The first program",
                "category": "tech",
                "year": 2020 + number % 6,
                "isPublished": True,
            }
            self._client.post("/api/nominees", json=body).raise_for_status()

    def rename(self, nominee: int, name: str) -> None:
        """Rename a nominee."""
        self._client.patch(f"/api/nominees/{nominee}", json={"name": name}).raise_for_status()
