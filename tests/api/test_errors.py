"""Every error is JSON of one shape, whatever is sent, and never a 500."""

import json
import time
from typing import Any

import httpx
import pytest

from tests import factories

JSON = {"Content-Type": "application/json"}
DEEP = 100_000


def assert_problem(answer: httpx.Response, status: int) -> dict[str, Any]:
    """Check the one shape of errors (decisions, contract); return the body."""
    assert answer.status_code == status, answer.text[:500]
    assert answer.headers["Content-Type"] == "application/json"
    body: dict[str, Any] = answer.json()
    assert set(body) == ({"message", "errors"} if status == 422 else {"message"})
    assert isinstance(body["message"], str)
    assert body["message"]
    for each in body.get("errors", []):
        assert set(each) == {"field", "message"}
        assert all(isinstance(text, str) and text for text in each.values())
    if status == 422:
        assert body["message"] == body["errors"][0]["message"]
    return body


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize(
    "path", ["/api/", "/api/nothing", "/api/events/1/nothing", "/api/events/", "/api/admin"]
)
def test_an_unknown_path_is_404_for_every_method(
    path: str, method: str, nobody: httpx.Client
) -> None:
    assert_problem(nobody.request(method, path), 404)


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("DELETE", "/api/events", {"GET", "POST"}),
        ("PATCH", "/api/events/1", {"GET", "PUT", "DELETE"}),
        ("PUT", "/api/nominees/1", {"GET", "PATCH", "DELETE"}),
        ("GET", "/api/auth/login", {"POST"}),
        ("GET", "/api/users/1/role", {"PATCH"}),
        ("GET", "/api/cover-pages/1/activate", {"POST"}),
        ("POST", "/api/users", {"GET"}),
        ("GET", "/api/upload/image", {"POST"}),
        ("POST", "/uploads/a.png", {"GET"}),
        ("OPTIONS", "/api/events", {"GET", "POST"}),
    ],
)
def test_a_wrong_method_is_405_with_allow(
    method: str, path: str, allowed: set[str], nobody: httpx.Client
) -> None:
    answer = nobody.request(method, path)
    assert_problem(answer, 405)
    assert set(answer.headers["Allow"].replace(" ", "").split(",")) == allowed


@pytest.mark.parametrize(
    "path",
    [
        "/api/events/{}",
        "/api/nominees/{}",
        "/api/photos/{}",
        "/api/videos/{}",
        "/api/blog/{}",
        "/api/content/{}",
        "/api/blog/slug/{}",
        "/uploads/{}",
    ],
)
@pytest.mark.parametrize(
    "key", ["999999", str(10**30), "0", "-1", "1.5", "abc", "1e3", "%00", "%ED%A0%80", "9" * 5000]
)
def test_a_key_that_names_nothing_is_404(path: str, key: str, nobody: httpx.Client) -> None:
    assert_problem(nobody.get(path.format(key)), 404)


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("PUT", "/api/events/{}"),
        ("PATCH", "/api/nominees/{}"),
        ("PUT", "/api/photos/{}"),
        ("PUT", "/api/videos/{}"),
        ("PUT", "/api/blog/{}"),
        ("PATCH", "/api/sponsors/{}"),
        ("PATCH", "/api/cover-pages/{}"),
        ("POST", "/api/cover-pages/{}/activate"),
        ("PUT", "/api/admin/content/{}"),
        ("GET", "/api/admin/content/{}/history"),
        ("DELETE", "/api/events/{}"),
        ("DELETE", "/api/nominees/{}"),
        ("DELETE", "/api/photos/{}"),
        ("DELETE", "/api/videos/{}"),
        ("DELETE", "/api/blog/{}"),
        ("DELETE", "/api/sponsors/{}"),
        ("DELETE", "/api/cover-pages/{}"),
        ("DELETE", "/api/admin/content/{}"),
        ("DELETE", "/api/admin/contact/{}"),
        ("DELETE", "/api/admin/subscriptions/{}"),
        ("DELETE", "/api/users/{}"),
    ],
)
def test_what_does_not_exist_cannot_be_changed(method: str, path: str, admin: httpx.Client) -> None:
    for key in ("999999", str(10**30), "abc"):
        body: dict[str, Any] | None = {} if method in {"PUT", "PATCH"} else None
        assert_problem(admin.request(method, path.format(key), json=body), 404)


UNREADABLE = {
    "nothing": b"",
    "no JSON": b"title=Gala",
    "half": b'{"title": "Ga',
    "not UTF-8": b'{"title": "\xff"}',
    "UTF-16 without a mark": '{"title": "x"}'.encode("utf-16-le"),
    "deep arrays": b"[" * DEEP + b"]" * DEEP,
    "deep objects": b'{"a":' * DEEP + b"1" + b"}" * DEEP,
    "an integer of 5,000 digits": b'{"title": ' + b"9" * 5000 + b"}",
    "an array": b"[1]",
    "a string": b'"title"',
    "null": b"null",
    "a number": b"5",
    "NaN": b"NaN",
}


@pytest.mark.parametrize("kind", UNREADABLE)
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/api/events"),
        ("POST", "/api/auth/login"),
        ("POST", "/api/contact"),
        ("POST", "/api/admin/content"),
        ("PATCH", "/api/users/1/role"),
    ],
)
def test_a_body_that_is_no_json_object_is_422(
    kind: str, method: str, path: str, admin: httpx.Client
) -> None:
    answer = admin.request(method, path, content=UNREADABLE[kind], headers=JSON)
    assert_problem(answer, 422)


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
def test_a_body_that_does_not_say_it_is_json_is_422(content_type: str, admin: httpx.Client) -> None:
    content = json.dumps(factories.event_body())
    headers = {"Content-Type": content_type} if content_type else {}
    assert_problem(admin.post("/api/events", content=content, headers=headers), 422)


ODD_VALUES = {
    "NaN": float("nan"),
    "Infinity": float("inf"),
    "a large float": 1e300,
    "10**30": 10**30,
    "a list": [1],
    "an object": {"a": {"b": 1}},
    "a lone surrogate": "text \ud800 text",
    "NUL": "text \0 text",
    "true": True,
    "a long text": "x" * 500_000,
}

FIELDS = {
    "/api/events": (factories.event_body(), "title location type startDate imageUrl"),
    "/api/nominees": (factories.nominee_body(), "name year category imageUrl linkedinUrl"),
    "/api/photos": (factories.photo_body(), "title year displayOrder nomineeId imageUrl"),
    "/api/videos": (factories.video_body(), "title videoUrl duration tags year"),
    "/api/blog": (factories.blog_body(), "title slug excerpt tags publishedDate nomineeId"),
    "/api/sponsors": (factories.sponsor_body(), "name logo_url tier display_order website_url"),
    "/api/cover-pages": (factories.cover_page_body(), "title media_urls transparency cta_link"),
    "/api/admin/content": (factories.content_body(), "name identifier"),
    "/api/auth/register": (factories.user_body(), "username email name role"),
    "/api/contact": (factories.message_body(), "name email subject inquiryType"),
    "/api/newsletter": (factories.subscriber_body(), "email"),
}


@pytest.mark.parametrize("kind", ODD_VALUES)
@pytest.mark.parametrize("path", FIELDS)
def test_an_odd_value_in_any_field_is_refused_by_name(
    path: str, kind: str, admin: httpx.Client
) -> None:
    body, fields = FIELDS[path]
    for field in fields.split():
        content = json.dumps(body | {field: ODD_VALUES[kind]})
        answer = admin.post(path, content=content, headers=JSON)
        assert field in {each["field"] for each in assert_problem(answer, 422)["errors"]}


@pytest.mark.parametrize("kind", ODD_VALUES)
def test_an_odd_value_does_not_break_sign_in(kind: str, nobody: httpx.Client) -> None:
    for field in ("username", "password"):
        content = json.dumps({"username": "a", "password": "b"} | {field: ODD_VALUES[kind]})
        answer = nobody.post("/api/auth/login", content=content, headers=JSON)
        assert answer.status_code in {401, 422}


@pytest.mark.parametrize(
    "value",
    [float("nan"), float("-inf"), "\ud800", "\0", {"\udfff": 1}, {"\0": 1}],
    ids=["NaN", "-Infinity", "surrogate", "NUL", "surrogate key", "NUL key"],
)
def test_content_that_cannot_be_written_again_is_not_valid_json(
    value: Any, admin: httpx.Client
) -> None:
    content = json.dumps(factories.content_body(content={"text": [value]}))
    answer = admin.post("/api/admin/content", content=content, headers=JSON)
    assert assert_problem(answer, 422)["message"] == "Please enter valid JSON content."
    assert admin.get("/api/content").json() == []


def nested(depth: int) -> dict[str, Any]:
    """Return an object in an object in an object ..."""
    value: dict[str, Any] = {}
    for _ in range(depth):
        value = {"inner": value}
    return value


def test_content_may_be_nested_but_not_without_end(admin: httpx.Client) -> None:
    kept = factories.content_body(content=nested(90))
    section = admin.post("/api/admin/content", json=kept)
    assert section.status_code == 201
    assert admin.put(f"/api/admin/content/{section.json()['id']}", json={"content": nested(95)})
    assert admin.get(f"/api/admin/content/{section.json()['id']}/history").status_code == 200
    for depth in (100, 300, 900):
        body = factories.content_body(content=nested(depth))
        assert_problem(admin.post("/api/admin/content", json=body), 422)


def test_large_numbers_in_content_are_kept(admin: httpx.Client) -> None:
    body = factories.content_body(content={"number": 10**30, "list": [1.5, None, True]})
    assert admin.post("/api/admin/content", json=body).json()["content"] == body["content"]


@pytest.mark.parametrize("key", ["\ud800", "\0", "x" * 1000], ids=["surrogate", "NUL", "long"])
def test_odd_keys_are_refused(key: str, admin: httpx.Client) -> None:
    content = json.dumps(factories.event_body(**{key: 1}))
    assert_problem(admin.post("/api/events", content=content, headers=JSON), 422)


def test_thousands_of_unknown_keys_are_not_all_told(admin: httpx.Client) -> None:
    body = factories.event_body(**{f"key{number}": 1 for number in range(50_000)})
    assert len(assert_problem(admin.post("/api/events", json=body), 422)["errors"]) == 100


def test_ten_megabytes_of_json_are_413_within_a_second(admin: httpx.Client) -> None:
    content = b'{"title": "' + b"a" * 10_000_000 + b'"}'
    started = time.process_time()
    answer = admin.post("/api/events", content=content, headers=JSON)
    assert_problem(answer, 413)
    assert time.process_time() - started < 1
    assert admin.get("/api/admin/events").json() == []


@pytest.mark.parametrize(
    "query",
    [
        "/api/events/upcoming?limit=%ED%A0%80",
        "/api/events/upcoming?limit=" + "9" * 5000,
        "/api/blog?offset=" + str(10**30),
        "/api/blog?limit=1e2",
        "/api/events/range?start=%00&end=%00",
        "/api/events/range",
        "/api/events/month/2024/" + str(10**30),
        "/api/photos/year/" + "9" * 5000,
    ],
)
def test_odd_parameters_are_422(query: str, nobody: httpx.Client) -> None:
    assert_problem(nobody.get(query), 422)


@pytest.mark.parametrize(
    "path",
    [
        "/api/blog/tag/%00",
        "/api/blog/tag/%FF%ED%A0%80",
        "/api/blog/category/%00",
        "/api/nominees/category/%27%20OR%201=1--",
        "/api/photos/category/%25",
        "/api/videos/category/" + "x" * 5000,
    ],
)
def test_odd_filters_find_nothing(path: str, nobody: httpx.Client, admin: httpx.Client) -> None:
    assert admin.post("/api/photos", json=factories.photo_body()).status_code == 201
    assert nobody.get(path).json() == []


@pytest.mark.parametrize("content", [b"", b"--x", b"--x\r\n\r\n", b"\xff" * 1000])
@pytest.mark.parametrize(
    "kind", ["multipart/form-data", "multipart/form-data; boundary=x", "application/json"]
)
def test_an_upload_that_is_no_form_with_a_file_is_422(
    kind: str, content: bytes, admin: httpx.Client
) -> None:
    headers = {"Content-Type": kind}
    assert_problem(admin.post("/api/upload/image", content=content, headers=headers), 422)


def test_a_refused_change_leaves_everything_as_it_was(admin: httpx.Client) -> None:
    event = admin.post("/api/events", json=factories.event_body()).json()
    bad = {"title": "Changed", "endDate": "1999-01-01T00:00:00Z"}
    assert_problem(admin.put(f"/api/events/{event['id']}", json=bad), 422)
    assert event.items() <= admin.get(f"/api/events/{event['id']}").json().items()
    taken = admin.post("/api/blog", json=factories.blog_body(slug="taken")).json()
    other = admin.post("/api/blog", json=factories.blog_body(slug="other")).json()
    clash = {"title": "Changed title", "slug": taken["slug"]}
    assert_problem(admin.put(f"/api/blog/{other['id']}", json=clash), 409)
    assert other.items() <= admin.get(f"/api/blog/{other['id']}").json().items()
