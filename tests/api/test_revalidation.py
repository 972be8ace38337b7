"""Public lists are revalidated by ETag; what depends on the session is kept by nobody."""

import httpx
import pytest

from tests import factories
from tests.api.public import PUBLIC

pytestmark = pytest.mark.usefixtures("something_of_each")


@pytest.mark.parametrize("path", PUBLIC)
def test_a_public_answer_is_304_to_who_has_it(path: str, nobody: httpx.Client) -> None:
    answer = nobody.get(path)
    assert answer.status_code == 200
    assert answer.content not in {b"", b"[]", b"null"}
    tag = answer.headers["ETag"]
    assert answer.headers["Cache-Control"] == "public, no-cache"
    for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        same = nobody.get(path, headers={"If-None-Match": known})
        assert (same.status_code, same.content) == (304, b"")
        assert same.headers["ETag"] == tag
    assert nobody.get(path, headers={"If-None-Match": '"other"'}).content == answer.content


def test_the_tag_changes_with_the_list(editor: httpx.Client, nobody: httpx.Client) -> None:
    before = nobody.get("/api/nominees/published").headers["ETag"]
    (nominee,) = nobody.get("/api/nominees/published").json()
    editor.patch(f"/api/nominees/{nominee['id']}", json={"isPublished": False})
    after = nobody.get("/api/nominees/published", headers={"If-None-Match": before})
    assert (after.status_code, after.json()) == (200, [])
    assert after.headers["ETag"] != before
    editor.patch(f"/api/nominees/{nominee['id']}", json={"isPublished": True})
    again = nobody.get("/api/nominees/published", headers={"If-None-Match": before})
    assert again.status_code == 304


@pytest.mark.parametrize(
    "path",
    [
        "/api/auth/me",
        "/api/users",
        "/api/nominees",
        "/api/nominees/1",
        "/api/events/1",
        "/api/photos/1",
        "/api/videos/1",
        "/api/blog/1",
        "/api/admin/events",
        "/api/admin/photos",
        "/api/admin/videos",
        "/api/admin/blog",
        "/api/admin/contact",
        "/api/admin/subscriptions",
        "/api/sponsors/admin",
        "/api/cover-pages/admin",
        "/api/content",
        "/api/admin/content/1/history",
    ],
)
def test_what_depends_on_the_session_is_private(
    path: str, admin: httpx.Client, nobody: httpx.Client
) -> None:
    assert admin.get(path).status_code == 200
    for client in (admin, nobody):
        assert client.get(path).headers["Cache-Control"] == "private, no-store"


def test_writes_and_errors_are_kept_by_nobody(admin: httpx.Client, nobody: httpx.Client) -> None:
    for answer in (
        admin.post("/api/events", json=factories.event_body()),
        admin.post("/api/events", json={}),
        nobody.post("/api/auth/login", json={"username": "a", "password": "b"}),
        nobody.get("/api/nothing"),
        nobody.get("/api/events/upcoming?limit=0"),
        nobody.get("/api/events/999999"),
    ):
        assert answer.headers["Cache-Control"] == "private, no-store"
