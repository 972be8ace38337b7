"""Every error is JSON in one format, and no request causes a 500."""

import json
import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi import FastAPI
from httpx import Client, Response
from sqlalchemy import Engine
from sqlalchemy.exc import OperationalError

from tests.api.entities import (
    COVER_PAGE,
    ENTITIES,
    EVENT,
    EVERYTHING,
    MESSAGE,
    NOMINEE,
    PHOTO,
    POST,
    READABLE,
    SECTION,
    SPONSOR,
    SUBSCRIBER,
    USER,
    VIDEO,
    Entity,
)
from tests.api.routes import endpoints

JSON = {"Content-Type": "application/json"}
DEEP = 100_000


def assert_problem(response: Response, status: int) -> dict[str, Any]:
    """Assert that the response is an error in the common format; return its body."""
    assert response.status_code == status, response.text[:500]
    assert response.headers["Content-Type"] == "application/json"
    body: dict[str, Any] = response.json()
    assert set(body) == ({"message", "errors"} if status == 422 else {"message"})
    assert isinstance(body["message"], str)
    assert body["message"]
    for each in body.get("errors", []):
        assert set(each) == {"field", "message"}
        assert all(isinstance(text, str) and text for text in each.values())
    if status == 422:
        assert body["message"] == body["errors"][0]["message"]
    return body


@pytest.mark.parametrize(
    "path", ["/api/", "/api/nothing", "/api/events/1/nothing", "/api/events/", "/api/admin"]
)
def test_an_unknown_path_returns_404_for_every_method(path: str, anonymous: Client) -> None:
    for method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
        assert_problem(anonymous.request(method, path), 404)


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
def test_a_wrong_method_returns_405_with_allow(
    method: str, path: str, allowed: set[str], anonymous: Client
) -> None:
    response = anonymous.request(method, path)
    assert_problem(response, 405)
    assert set(response.headers["Allow"].replace(" ", "").split(",")) == allowed


def paths_of(app: FastAPI) -> Iterator[tuple[str, str]]:
    """Yield the method and the path of each endpoint, with the parameters of the first records."""
    for name, _ in endpoints(app):
        method, path = name.split(" ")
        yield method, re.sub(r"{\w+}", "1", path)


@pytest.mark.usefixtures("one_of_each")
def test_head_answers_as_get_does_on_every_route(app: FastAPI, admin: Client) -> None:
    read = [path for method, path in paths_of(app) if method == "GET"]
    assert len(read) > 100
    for path in (*read, "/api/nothing", "/api/auth/login", "/api/docs", "/nothing"):
        got, head = admin.get(path), admin.head(path)
        assert (head.status_code, head.content) == (got.status_code, b""), path
        for name in ("Content-Type", "Content-Length", "Cache-Control", "Location", "Allow"):
            assert head.headers.get(name) == got.headers.get(name), (path, name)


def test_what_people_open_is_a_page_while_the_database_is_away(
    app: FastAPI, anonymous: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_engine: Engine) -> None:
        raise OperationalError("SELECT 1", {}, Exception("away"))

    monkeypatch.setattr(Engine, "connect", fail)
    refused = set()
    for method, path in paths_of(app):
        response = anonymous.request(method, path)
        if response.status_code == 503:
            is_page = response.headers["Content-Type"] == "text/html; charset=utf-8"
            assert is_page != path.startswith(("/api/", "/uploads/", "/share/")), path
            assert int(response.headers["Retry-After"]) > 0
            assert not is_page or f'content="{response.headers["Retry-After"]}"' in response.text
            refused.add(path)
    opened = {"/preview/1", "/newsletter/confirm/1", "/nomination-form.pdf", "/events/1.ics"}
    assert refused > opened | {"/api/events"}


KEYS = ["999999", str(10**30), "0", "-1", "1.5", "abc", "1e3", "%ED%A0%80", "9" * 5000]


@pytest.mark.parametrize(
    "path",
    ["/api/content", "/api/blog/slug", "/uploads", *(each.path("")[:-1] for each in READABLE)],
)
def test_a_nonexistent_key_returns_404(path: str, anonymous: Client) -> None:
    for key in KEYS:
        assert_problem(anonymous.get(f"{path}/{key}"), 404)


def test_an_invalid_id_and_a_wrong_method_have_a_message(anonymous: Client) -> None:
    assert anonymous.get("/api/events/abc").json()["message"] == "Not found"
    message = anonymous.put("/api/events").json()["message"]
    assert message == "Method not allowed. Allowed: GET, POST"


@pytest.mark.parametrize("entity", EVERYTHING, ids=str)
def test_changing_a_nonexistent_record_returns_404(entity: Entity, admin: Client) -> None:
    for key in ("999999", str(10**30), "abc"):
        path = entity.path(key)
        assert_problem(admin.delete(path), 404)
        assert_problem(admin.post(f"{path}/restore"), 404)
        if entity in ENTITIES:
            assert_problem(admin.request(entity.method, path, json={}), 404)
        if entity is COVER_PAGE:
            assert_problem(admin.post(f"{path}/activate"), 404)
        if entity is SECTION:
            assert_problem(admin.get(f"{path}/history"), 404)


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
def test_a_body_that_is_not_a_json_object_returns_422(kind: str, admin: Client) -> None:
    paths = ("/api/events", "/api/auth/login", "/api/contact", "/api/admin/content")
    for method, path in (*(("POST", path) for path in paths), ("PATCH", "/api/users/1/role")):
        assert_problem(admin.request(method, path, content=UNREADABLE[kind], headers=JSON), 422)


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
def test_a_body_without_a_json_content_type_returns_422(content_type: str, admin: Client) -> None:
    content = json.dumps(EVENT.body())
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
    EVENT: "title location type startDate imageUrl",
    NOMINEE: "name year category imageUrl linkedinUrl",
    PHOTO: "title year displayOrder nomineeId imageUrl",
    VIDEO: "title videoUrl duration tags year",
    POST: "title slug excerpt tags publishedDate nomineeId",
    SPONSOR: "name logo_url tier display_order website_url",
    COVER_PAGE: "title media_urls transparency cta_link",
    SECTION: "name identifier",
    USER: "username email name role",
    MESSAGE: "name email subject inquiryType",
    SUBSCRIBER: "email",
}


@pytest.mark.parametrize("entity", FIELDS, ids=str)
def test_an_invalid_value_is_reported_with_its_field(entity: Entity, admin: Client) -> None:
    for kind, value in ODD_VALUES.items():
        for field in FIELDS[entity].split():
            content = json.dumps(entity.body(**{field: value}))
            response = admin.post(entity.created, content=content, headers=JSON)
            errors = assert_problem(response, 422)["errors"]
            assert field in {each["field"] for each in errors}, kind


@pytest.mark.parametrize(
    "value",
    [float("nan"), float("-inf"), "\ud800", "\0", {"\udfff": 1}, {"\0": 1}],
    ids=["NaN", "-Infinity", "surrogate", "NUL", "surrogate key", "NUL key"],
)
def test_content_that_cannot_be_serialized_is_not_valid_json(value: Any, admin: Client) -> None:
    content = json.dumps(SECTION.body(content={"text": [value]}))
    response = admin.post("/api/admin/content", content=content, headers=JSON)
    assert assert_problem(response, 422)["message"] == "Please enter valid JSON content."
    assert admin.get("/api/content").json() == []


def nested(depth: int) -> dict[str, Any]:
    return {"inner": nested(depth - 1)} if depth else {}


def test_large_numbers_in_content_are_preserved_and_its_nesting_is_limited(admin: Client) -> None:
    content = {"number": 10**30, "list": [1.5, None, True]}
    assert SECTION.create(admin, content=content)["content"] == content
    section = SECTION.create(admin, content=nested(90))
    SECTION.change(admin, section, content=nested(95))
    assert admin.get(f"{SECTION.path(section['id'])}/history").status_code == 200
    for depth in (100, 300, 900):
        body = SECTION.body(content=nested(depth))
        assert_problem(admin.post(SECTION.created, json=body), 422)


def test_thousands_of_unknown_keys_are_not_all_reported(admin: Client) -> None:
    body = EVENT.body(**{f"key{number}": 1 for number in range(50_000)})
    assert len(assert_problem(admin.post("/api/events", json=body), 422)["errors"]) == 100


def test_ten_megabytes_of_json_return_413_within_a_second(admin: Client) -> None:
    content = b'{"title": "' + b"a" * 10_000_000 + b'"}'
    started = time.process_time()
    response = admin.post("/api/events", content=content, headers=JSON)
    assert_problem(response, 413)
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
def test_invalid_query_params_return_422(query: str, anonymous: Client) -> None:
    assert_problem(anonymous.get(query), 422)


@pytest.mark.parametrize(
    "path",
    [
        "/api/blog/slug/%00",
        "/api/blog/category/a%00b",
        "/api/blog/tag/%00",
        "/api/content/%00",
        "/api/events/1%00",
        "/api/nominees?search=%00",
        "/api/unknown/%00",
        "/newsletter/unsubscribe?token=%00",
        "/uploads/%00.png",
        "/api/blog/tag/a%0Ab",
        "/api/unknown/%0A",
        "/share/events/%0A",
        "/uploads/a%0Ab",
    ],
)
def test_a_nul_or_a_line_feed_in_a_url_returns_422_everywhere(path: str, anonymous: Client) -> None:
    response = anonymous.get(path)
    assert_problem(response, 422)
    assert response.json()["message"] == "The URL contains an invalid character"


@pytest.mark.parametrize(
    "path",
    [
        "/api/blog/tag/%FF%ED%A0%80",
        "/api/nominees/category/%27%20OR%201=1--",
        "/api/photos/category/%25",
        "/api/videos/category/" + "x" * 5000,
    ],
)
def test_unknown_filter_values_match_nothing(path: str, anonymous: Client, admin: Client) -> None:
    PHOTO.create(admin)
    assert anonymous.get(path).json() == []


@pytest.mark.parametrize(
    "kind", ["multipart/form-data", "multipart/form-data; boundary=x", "application/json"]
)
def test_an_upload_without_a_file_form_returns_422(kind: str, admin: Client) -> None:
    for content in (b"", b"--x", b"--x\r\n\r\n", b"\xff" * 1000):
        headers = {"Content-Type": kind}
        assert_problem(admin.post("/api/upload/image", content=content, headers=headers), 422)


def test_a_refused_change_leaves_everything_as_it_was(admin: Client) -> None:
    event, post = EVENT.create(admin), POST.create(admin)
    refused = {"title": "Changed", "endDate": "1999-01-01T00:00:00Z"}
    assert_problem(admin.put(EVENT.path(event["id"]), json=refused), 422)
    clash = {"title": "Changed title", "slug": POST.create(admin)["slug"]}
    assert_problem(admin.put(POST.path(post["id"]), json=clash), 409)
    for entity, record in ((EVENT, event), (POST, post)):
        assert record.items() <= admin.get(entity.path(record["id"])).json().items()


@pytest.mark.parametrize("key", ["\ud800", "\0", "x" * 1000], ids=["surrogate", "NUL", "long"])
def test_invalid_keys_are_refused(key: str, admin: Client) -> None:
    content = json.dumps(EVENT.body(**{key: 1}))
    assert_problem(admin.post("/api/events", content=content, headers=JSON), 422)


@pytest.mark.parametrize("kind", ODD_VALUES)
def test_an_invalid_value_in_a_sign_in_is_handled(kind: str, anonymous: Client) -> None:
    for field in ("username", "password"):
        content = json.dumps({"username": "a", "password": "b"} | {field: ODD_VALUES[kind]})
        response = anonymous.post("/api/auth/login", content=content, headers=JSON)
        assert response.status_code in {401, 422}
