"""Nothing unpublished reaches a visitor, or a user who is no staff, by any path."""

import re
from collections.abc import Callable
from itertools import product
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from tests import factories
from tests.api.routes import NOWHERE, endpoints

SECRET = "embargoed"
YEAR = 2031


@pytest.fixture
def drafts(editor: httpx.Client) -> dict[str, dict[str, Any]]:
    """One unpublished record of every entity, found by all that can be asked for."""

    def create(path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = editor.post(path, json=body)
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    nominee = create(
        "/api/nominees",
        factories.nominee_body(
            name=f"{SECRET} name", title=f"{SECRET} title", year=YEAR, isPublished=False
        ),
    )
    events = {
        "startDate": f"{YEAR}-05-01T00:00:00Z",
        "endDate": f"{YEAR}-05-02T00:00:00Z",
        "isPublished": False,
    }
    shown_with_draft = factories.photo_body(nomineeId=nominee["id"], year=YEAR)
    return {
        "nominee": nominee,
        "event": create("/api/events", factories.event_body(title=SECRET, **events)),
        "photo": create(
            "/api/photos", factories.photo_body(title=SECRET, year=YEAR, isPublished=False)
        ),
        "photo of the nominee": create("/api/photos", shown_with_draft),
        "video": create(
            "/api/videos",
            factories.video_body(title=SECRET, year=YEAR, tags=["secret"], isPublished=False),
        ),
        "post": create(
            "/api/blog",
            factories.blog_body(
                title=f"{SECRET} post",
                slug="a-draft",
                tags=["secret"],
                nomineeId=nominee["id"],
                publishedDate="2020-01-01T00:00:00Z",
            ),
        ),
        "sponsor": create("/api/sponsors", factories.sponsor_body(name=SECRET, is_published=False)),
        "cover page": create("/api/cover-pages", factories.cover_page_body(title=SECRET)),
    }


def parameters(drafts: dict[str, dict[str, Any]]) -> dict[str, list[str]]:
    """Return, for every parameter of a path, all values under which a draft might be found."""
    ids = sorted({str(each["id"]) for each in drafts.values()})
    categories = sorted({str(each["category"]) for each in drafts.values() if "category" in each})
    return {
        "category": categories,
        "year": [str(YEAR)],
        "month": ["5"],
        "tag": ["secret", "SECRET"],
        "slug": ["a-draft"],
        "identifier": [NOWHERE],
        "name": [NOWHERE],
        "number": ["1"],
        "key": [f"{each}-{SECRET}" for each in ids],
    } | dict.fromkeys(("record_id", "nominee_id", "post_id"), ids)


def addresses(app: FastAPI, values: dict[str, list[str]]) -> list[str]:
    """Return every address that can be read without being staff, with these values filled in."""
    found = []
    for name, _ in endpoints(app):
        method, path = name.split(" ")
        if method == "GET" and "/admin" not in path and not path.startswith("/api/users"):
            names = re.findall(r"{(\w+)}", path)
            for chosen in product(*(values[each] for each in names)):
                found.append(path.format(**dict(zip(names, chosen, strict=True))))
    return [*found, f"/api/events/range?start={YEAR}-01-01&end={YEAR}-12-31", "/api/blog?limit=100"]


@pytest.mark.parametrize("role", ["nobody", "user"])
def test_no_draft_is_in_any_answer(
    role: str,
    app: FastAPI,
    drafts: dict[str, dict[str, Any]],
    nobody: httpx.Client,
    signed_in: Callable[[str], httpx.Client],
) -> None:
    caller = nobody if role == "nobody" else signed_in(role)
    asked = addresses(app, parameters(drafts))
    assert len(asked) > 30
    for address in asked:
        answer = caller.get(address)
        assert answer.status_code in {200, 401, 403, 404, 422}, address
        assert SECRET not in answer.text, f"{address} shows a draft to {role}"


@pytest.mark.parametrize("role", ["admin", "editor"])
def test_public_lists_are_without_drafts_for_staff_too(
    role: str,
    drafts: dict[str, dict[str, Any]],
    signed_in: Callable[[str], httpx.Client],
) -> None:
    staff = signed_in(role)
    for path in ("events", "nominees/published", "photos", "videos", "blog", "sponsors/published"):
        assert SECRET not in staff.get(f"/api/{path}").text, path


@pytest.mark.parametrize("role", ["admin", "editor"])
def test_staff_read_drafts_by_id_and_in_their_lists(
    role: str,
    drafts: dict[str, dict[str, Any]],
    signed_in: Callable[[str], httpx.Client],
) -> None:
    staff = signed_in(role)
    by_id = {"nominee": "nominees", "event": "events", "photo": "photos", "video": "videos"}
    for name, path in {**by_id, "post": "blog"}.items():
        assert SECRET in staff.get(f"/api/{path}/{drafts[name]['id']}").text
    assert SECRET in staff.get("/api/blog/slug/a-draft").text
    lists = ("admin/events", "nominees", "admin/photos", "admin/videos", "admin/blog")
    for path in (*lists, "sponsors/admin", "cover-pages/admin"):
        assert SECRET in staff.get(f"/api/{path}").text


@pytest.mark.parametrize(
    ("path", "method", "body", "listed"),
    [
        ("events", "PUT", factories.event_body(), "events"),
        ("nominees", "PATCH", factories.nominee_body(), "nominees/published"),
        ("photos", "PUT", factories.photo_body(), "photos"),
        ("videos", "PUT", factories.video_body(), "videos"),
        ("blog", "PUT", factories.blog_body(isPublished=True), "blog"),
        ("sponsors", "PATCH", factories.sponsor_body(), "sponsors/published"),
    ],
)
def test_the_toggle_sends_one_field_and_hides_at_once(
    path: str, method: str, body: dict[str, Any], listed: str, editor: httpx.Client
) -> None:
    created = editor.post(f"/api/{path}", json=body).json()
    key = "is_published" if path == "sponsors" else "isPublished"
    assert [each["id"] for each in editor.get(f"/api/{listed}").json()] == [created["id"]]
    hidden = editor.request(method, f"/api/{path}/{created['id']}", json={key: False})
    assert hidden.status_code == 200
    assert hidden.json() == created | {key: False}
    assert editor.get(f"/api/{listed}").json() == []
    shown = editor.request(method, f"/api/{path}/{created['id']}", json={key: True})
    assert shown.json() == created
    assert [each["id"] for each in editor.get(f"/api/{listed}").json()] == [created["id"]]


def test_a_photo_names_its_nominee_to_visitors_once_the_nominee_is_published(
    drafts: dict[str, dict[str, Any]], editor: httpx.Client, nobody: httpx.Client
) -> None:
    photo = drafts["photo of the nominee"]
    assert photo["nomineeName"] == f"{SECRET} name"
    assert nobody.get(f"/api/photos/{photo['id']}").json()["nomineeName"] is None
    editor.patch(f"/api/nominees/{drafts['nominee']['id']}", json={"isPublished": True})
    shown = nobody.get(f"/api/photos/{photo['id']}").json()
    assert (shown["nomineeName"], shown["nomineeTitle"]) == (f"{SECRET} name", f"{SECRET} title")
