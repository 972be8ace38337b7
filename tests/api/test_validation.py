"""Every validation message and every default."""

from datetime import datetime
from enum import Enum
from itertools import product
from typing import Any

import pytest
from httpx import Client, Response
from pydantic import TypeAdapter, ValidationError

from awards_site.core import clock
from awards_site.core.errors import Invalid
from awards_site.core.presentation.content_blocks import LinkUrl, OptionalImageUrl
from awards_site.core.validation import Link, Timestamp
from awards_site.features.content.edition import EDITION
from awards_site.portal.fields import DateTimeField
from awards_site.records.versions import validated
from tests.api.conftest import Configure
from tests.api.entities import (
    COVER_PAGE,
    ENTITIES,
    EVENT,
    EVERYTHING,
    MESSAGE,
    NOMINEE,
    PHOTO,
    POST,
    RECEIVED,
    SECTION,
    SPONSOR,
    SUBSCRIBER,
    USER,
    VIDEO,
    Entity,
)
from tests.factories import Body

URL = "Please enter a valid URL"
EMAIL = "Please enter a valid email address"
ALL_REQUIRED = "All fields are required."
JSON_CONTENT = "Please enter valid JSON content."
NAME_AND_IDENTIFIER = "Name and identifier are required."
TITLE_3 = "Title must be at least 3 characters"


class Missing(Enum):
    """Stands for a field that is not sent."""

    MISSING = "missing"


MISSING = Missing.MISSING


def refusals(client: Client, entity: Entity, field: str, values: list[Any]) -> list[Response]:
    """Return the responses to creating records and to updating one with these values."""
    body = entity.body()
    body.pop(field, None)
    bodies: list[Body] = [{} if value is MISSING else {field: value} for value in values]
    found = [client.post(entity.created, json=body | each) for each in bodies]
    if entity in ENTITIES:
        path = entity.path(entity.create(client)["id"])
        found += [client.request(entity.method, path, json=each) for each in bodies if each]
    assert [response.status_code for response in found] == [422] * len(found)
    return found


RULES: list[tuple[Entity, str, list[Any], str]] = [
    (EVENT, "title", [MISSING, "", None, "   "], "Title is required"),
    (EVENT, "description", [MISSING, "", None], "Description is required"),
    (EVENT, "location", [MISSING, "", None], "Location is required"),
    (EVENT, "type", ["", None, "  "], "Event type is required"),
    (EVENT, "startDate", [MISSING, "", None], "Start date is required"),
    (EVENT, "endDate", [MISSING, "", None], "End date is required"),
    (EVENT, "endDate", ["2100-06-01T17:59:59Z"], "End date must not be before the start date"),
    (NOMINEE, "name", [MISSING, "", "A", " A "], "Name must be at least 2 characters"),
    (NOMINEE, "title", [MISSING, "A"], "Title must be at least 2 characters"),
    (NOMINEE, "company", [MISSING, "A"], "Company must be at least 2 characters"),
    (NOMINEE, "bio", [MISSING, "nine char"], "Bio must be at least 10 characters"),
    (NOMINEE, "achievements", [MISSING, "x"], "Achievements must be at least 10 characters"),
    (NOMINEE, "category", ["", None], "Category is required"),
    (NOMINEE, "imageUrl", ["no address", "//host/x.png", "ftp://a.org/x.png"], URL),
    (NOMINEE, "linkedinUrl", ["linkedin", "www.x.org"], "Please enter a valid LinkedIn URL"),
    (NOMINEE, "websiteUrl", ["website", "http://"], "Please enter a valid website URL"),
    (PHOTO, "title", [MISSING, "", "Ab"], TITLE_3),
    (PHOTO, "category", ["", None], "Category is required"),
    (PHOTO, "imageUrl", [MISSING, "", None], "Please upload an image before submitting."),
    (VIDEO, "title", [MISSING, "Ab"], TITLE_3),
    (VIDEO, "videoUrl", [MISSING, "", None, "no address", "http:/half"], URL),
    (VIDEO, "thumbnailUrl", ["no address"], URL),
    (VIDEO, "category", ["", None], "Category is required"),
    (POST, "title", [MISSING, "Four"], "Title must be at least 5 characters"),
    (POST, "content", [MISSING, "nineteen characters"], "Content must be at least 20 characters"),
    (POST, "excerpt", ["x" * 301], "Excerpt must be at most 300 characters"),
    (POST, "slug", ["ab"], "Slug must be at least 3 characters"),
    (
        POST,
        "slug",
        ["With-Capitals", "with space", "under_score", "äpfel", "a/b/c", "new\nline"],
        "Slug can only contain lowercase letters, numbers, and hyphens",
    ),
    (POST, "category", ["", None], "Category is required"),
    (SPONSOR, "name", [MISSING, "A"], "Name must be at least 2 characters"),
    (SPONSOR, "logo_url", [MISSING, "", None, "/abc"], "Logo URL is required"),
    (SPONSOR, "website_url", ["no address"], URL),
    (SPONSOR, "tier", ["", None], "Tier is required"),
    (COVER_PAGE, "title", [MISSING, "A"], "Title must be at least 2 characters"),
    (COVER_PAGE, "image_url", [MISSING, "", None, "/abc"], "Image URL is required"),
    (COVER_PAGE, "cta_link", ["no address", "#nominate"], URL),
    (SECTION, "name", [MISSING, "", None], NAME_AND_IDENTIFIER),
    (SECTION, "identifier", [MISSING, "", None], NAME_AND_IDENTIFIER),
    (SECTION, "content", [MISSING, "", None, "{}", "text", 1, True, [], [{}]], JSON_CONTENT),
    (USER, "username", [MISSING, "", None], ALL_REQUIRED),
    (USER, "password", [MISSING, "", None], ALL_REQUIRED),
    (USER, "email", [MISSING, "", None], ALL_REQUIRED),
    (USER, "name", [MISSING, "", None], ALL_REQUIRED),
    (USER, "email", ["nobody", "a@", "@b.org", "a b@c.org"], EMAIL),
    (USER, "password", ["7 chars"], "Password must be at least 8 characters"),
    (USER, "password", ["x" * 1025], "Password must be at most 1,024 characters"),
    (MESSAGE, "name", [MISSING, "", "A"], "Name must be at least 2 characters"),
    (MESSAGE, "email", [MISSING, "", None, "nobody", "a@", 5], EMAIL),
    (MESSAGE, "subject", ["Four"], "Subject must be at least 5 characters"),
    (MESSAGE, "inquiryType", [MISSING, "", None], "Please select an inquiry type"),
    (MESSAGE, "message", [MISSING, "nine char"], "Message must be at least 10 characters"),
    (SUBSCRIBER, "email", [MISSING, "", None, "nobody", "a@b", ["a@b.org"]], EMAIL),
]


@pytest.mark.parametrize(("entity", "field", "values", "message"), RULES, ids=str)
def test_each_validation_rule_has_its_own_message(
    entity: Entity, field: str, values: list[Any], message: str, admin: Client
) -> None:
    for response in refusals(admin, entity, field, values):
        errors = [{"field": field, "message": message}]
        assert response.json() == {"message": message, "errors": errors}


WRONG_TYPES: list[tuple[Entity, str, list[Any]]] = [
    (EVENT, "title", [5, True, ["x"], {"a": 1}]),
    (EVENT, "startDate", [5, "tomorrow", "2024-13-01", ["2024-01-01"], True]),
    (EVENT, "isVirtual", ["yes", 1, "true", None]),
    (EVENT, "isPublished", ["false", 0]),
    (NOMINEE, "year", [1999, 2101, 2024.5, "last", True, [], 10**30, -1]),
    (NOMINEE, "category", ["Leadership", "other", 5, ["tech"]]),
    (NOMINEE, "isWinner", ["true", 1]),
    (PHOTO, "year", [1999, 2101, "x"]),
    (PHOTO, "displayOrder", [-1, 1.5, "first", 10**30, True]),
    (PHOTO, "category", ["sessions", "networking", "Ceremony"]),
    (PHOTO, "nomineeId", [999_999, 10**30, "x", -1]),
    (PHOTO, "imageUrl", ["no address", 5]),
    (VIDEO, "year", [1999, 2101]),
    (VIDEO, "displayOrder", [-1, "x"]),
    (VIDEO, "category", ["award-ceremony", "x"]),
    (VIDEO, "tags", ["a, b", [1], [None], {"a": 1}]),
    (POST, "category", ["press", 1]),
    (POST, "tags", ["a, b", [["a"]]]),
    (POST, "nomineeId", [999_999]),
    (POST, "publishedDate", ["soon", 5]),
    (SPONSOR, "tier", ["diamond", "Gold", 1]),
    (SPONSOR, "display_order", ["first", [], 10**30]),
    (COVER_PAGE, "media_type", ["pdf", "Video"]),
    (COVER_PAGE, "transparency", [-1, 101, "half", None]),
    (COVER_PAGE, "focal_x", [-1, 101, "left", None]),
    (COVER_PAGE, "media_urls", ["/uploads/a.jpg", [5]]),
    (COVER_PAGE, "is_active", ["yes"]),
    (SECTION, "identifier", [5, ["x"]]),
    (USER, "role", ["owner", "Admin", 1, None]),
    (USER, "username", [5]),
    (USER, "password", [12345678]),
]


@pytest.mark.parametrize(("entity", "field", "values"), WRONG_TYPES, ids=str)
def test_a_value_of_a_wrong_type_is_reported_on_its_field(
    entity: Entity, field: str, values: list[Any], admin: Client
) -> None:
    for response in refusals(admin, entity, field, values):
        [error] = response.json()["errors"]
        assert error["field"] == field
        assert response.json()["message"] == error["message"] != ""


@pytest.mark.parametrize("entity", EVERYTHING, ids=str)
def test_creating_returns_201_with_the_whole_record(entity: Entity, admin: Client) -> None:
    body = entity.body()
    created = admin.post(entity.created, json=body)
    assert created.status_code == 201
    shown = created.json()
    assert isinstance(shown.get("id"), int) == (entity not in RECEIVED)
    assert "password" not in shown
    for key in body.keys() - {"password"}:
        if key.endswith("Date"):
            assert datetime.fromisoformat(shown[key]) == datetime.fromisoformat(body[key])
        else:
            assert shown[key] == body[key]


@pytest.mark.parametrize("entity", EVERYTHING, ids=str)
def test_an_unknown_field_is_refused(entity: Entity, admin: Client) -> None:
    camel_case = "isPublished" in entity.create(admin)
    for key in ("unknown", "id", "createdAt", *(["is_published"] if camel_case else [])):
        for response in refusals(admin, entity, key, [1]):
            assert key in [each["field"] for each in response.json()["errors"]]


NULL_BY_DEFAULT = {
    EVENT: "virtualMeetingUrl registrationUrl imageUrl",
    NOMINEE: "imageUrl linkedinUrl websiteUrl",
    PHOTO: "description altText year nomineeId nomineeName nomineeTitle",
    POST: "excerpt nomineeId featuredImageUrl publishedDate",
}
DEFAULTS: dict[Entity, Body] = {
    EVENT: {"type": "general", "isVirtual": False, "isPublished": True},
    NOMINEE: {
        "category": "leadership",
        "year": clock.now().year,
        "isFinalist": False,
        "isWinner": False,
        "isPublished": True,
    },
    PHOTO: {"category": "general", "displayOrder": 0, "isPublished": True},
    VIDEO: {
        "category": "general",
        "year": clock.now().year,
        "tags": [],
        "displayOrder": 0,
        "isPublished": True,
    },
    POST: {"category": "news", "tags": [], "isPublished": False},
    SPONSOR: {"tier": "regular", "display_order": 0, "displayOrder": 0, "is_published": True},
    COVER_PAGE: {
        "media_type": "image",
        "media_urls": [],
        "transparency": 50,
        "focal_x": 50,
        "is_active": False,
        "display_order": 0,
        "displayOrder": 0,
    },
    USER: {"role": "editor"},
}


@pytest.mark.parametrize("entity", DEFAULTS, ids=str)
def test_omitted_fields_get_their_defaults(entity: Entity, admin: Client) -> None:
    defaults = DEFAULTS[entity] | dict.fromkeys(NULL_BY_DEFAULT.get(entity, "").split())
    body = {key: value for key, value in entity.body().items() if key not in defaults}
    created = admin.post(entity.created, json=body).json()
    assert created | defaults == created


VOCABULARIES = [
    (PHOTO, "category", "general events winners ceremony conference workshop"),
    (VIDEO, "category", "general interviews ceremony panel keynote testimonials"),
    (
        NOMINEE,
        "category",
        "leadership innovation social-impact startup tech creative professional-services"
        " young-entrepreneur lifetime-achievement",
    ),
    (POST, "category", "news announcement interview profile case-study event other"),
    (SPONSOR, "tier", "platinum gold silver bronze regular partner"),
    (COVER_PAGE, "media_type", "image video carousel"),
    (USER, "role", "admin editor user"),
    (MESSAGE, "inquiryType", "nomination sponsorship media general feedback"),
]


@pytest.mark.parametrize(("entity", "field", "values"), VOCABULARIES, ids=str)
def test_each_choice_is_accepted(entity: Entity, field: str, values: str, admin: Client) -> None:
    for value in values.split():
        assert entity.create(admin, **{field: value})[field] == value


ADDRESSES = {
    EVENT: "virtualMeetingUrl registrationUrl imageUrl",
    NOMINEE: "imageUrl linkedinUrl websiteUrl",
    PHOTO: "imageUrl",
    VIDEO: "thumbnailUrl videoUrl",
    POST: "featuredImageUrl",
    SPONSOR: "website_url logo_url",
    COVER_PAGE: "cta_link image_url",
}
SCRIPTS = ["javascript:alert(1)", " JavaScript:alert(1)", "java\nscript:x", "data:text/html,x"]


@pytest.mark.parametrize("entity", ADDRESSES, ids=str)
def test_an_empty_optional_url_is_null(entity: Entity, admin: Client) -> None:
    for field in set(ADDRESSES[entity].split()) - entity.body().keys():
        for empty in ("", None):
            assert entity.create(admin, **{field: empty})[field] is None


TRAVERSALS = [
    *("/uploads/../awards.db", "/uploads/%2e%2E/awards.db", "/uploads/.%2e%2fawards.db", "/.."),
    *("/uploads/./a.png", "/uploads/%252e%252e/awards.db", "/a%5c..%5cb", "../awards.db"),
    *("/../x#a", "http://localhost:3000/uploads/../awards.db", "https://a.example/%2e%2e/x?a=b"),
    "a\\..\\b",
]
SCHEMES = ["blob:x", "file:///etc/passwd", "ftp://a.example/", "view-source:x", "intent:x"]


@pytest.mark.parametrize("entity", ADDRESSES, ids=str)
def test_a_url_of_another_scheme_or_with_dot_segments_is_refused(
    entity: Entity, admin: Client
) -> None:
    for field in ADDRESSES[entity].split():
        for response in refusals(admin, entity, field, [*SCRIPTS, *SCHEMES, *TRAVERSALS]):
            assert response.json()["errors"][0]["field"] == field


@pytest.mark.parametrize(
    "url",
    [
        "https://a.example/x",
        "HTTP://a.example",
        "mailto:desk@example.org",
        "tel:+14045550142",
        "/events",
        "#top",
        "example.org:8080/join",
        "example.org/a:b",
    ],
)
def test_a_link_has_a_known_scheme_or_none(url: str, admin: Client) -> None:
    assert EVENT.create(admin, registrationUrl=url)["registrationUrl"] == url


@pytest.mark.parametrize("character", ["\0", "\r", "\n", "\t", "\x1b", "\x7f", "\x85", "\u2028"])
def test_a_single_line_has_no_control_characters(character: str, admin: Client) -> None:
    message = "Title must not contain control characters"
    for response in refusals(admin, EVENT, "title", [f"Gala{character}Night"]):
        assert response.json()["errors"] == [{"field": "title", "message": message}]


def test_a_long_text_has_lines_and_tabs_but_no_other_control_characters(admin: Client) -> None:
    text = "First line\r\nsecond\tline\nthird line"
    assert EVENT.create(admin, description=text)["description"] == text
    assert POST.create(admin, excerpt="one\ntwo")["excerpt"] == "one\ntwo"
    for response in refusals(admin, EVENT, "description", ["a\x1bb", "a\0b", "a\x0bb"]):
        message = "Description must not contain control characters"
        assert response.json()["errors"] == [{"field": "description", "message": message}]


def test_each_field_that_takes_a_url_is_tested() -> None:
    for entity in EVERYTHING:
        fields = entity.declared.table.model_fields.items()
        rules = [(name.replace("_", ""), rule) for name, field in fields for rule in field.metadata]
        links = {name for name, rule in rules if isinstance(rule, Link)}
        names = ADDRESSES.get(entity, "").replace("_", "").lower()
        assert links == set(names.split())


def test_urls_in_lists_and_in_texts_of_pages_have_no_dot_segments(admin: Client) -> None:
    refusals(admin, COVER_PAGE, "media_urls", [[each] for each in TRAVERSALS])
    schemas: list[Any] = [LinkUrl, OptionalImageUrl]
    for url, schema in product(TRAVERSALS, schemas):
        with pytest.raises(ValidationError):
            TypeAdapter(schema).validate_python(url)


def test_all_errors_are_reported_and_the_first_is_the_message(admin: Client) -> None:
    body = admin.post("/api/events", json={}).json()
    assert body == {
        "message": "Title is required",
        "errors": [
            {"field": "title", "message": "Title is required"},
            {"field": "description", "message": "Description is required"},
            {"field": "location", "message": "Location is required"},
            {"field": "startDate", "message": "Start date is required"},
            {"field": "endDate", "message": "End date is required"},
        ],
    }


WRONG = {
    "null": None, "empty": "", "long": "x" * 1000, "number": 7, "list": [], "mixed list": [7, {}],
    "object": {"a": [None]},
}  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("entity", [each for each in EVERYTHING if each.declared.create], ids=str)
def test_a_screen_shows_the_errors_that_the_api_sends(
    entity: Entity, wrong: str, admin: Client
) -> None:
    schema = entity.declared.create
    assert schema is not None
    keys = [each.alias or name for name, each in schema.model_fields.items()]
    body = {"unknown": 1} | dict.fromkeys(keys, WRONG[wrong])
    response = admin.post(entity.created, json=body)
    assert response.status_code == 422
    with pytest.raises(Invalid) as raised:
        validated(body, schema)
    sent = {each["field"]: each["message"] for each in reversed(response.json()["errors"])}
    assert raised.value.errors == sent
    assert raised.value.message == response.json()["message"]


@pytest.mark.parametrize("entity", ENTITIES, ids=str)
def test_an_update_without_fields_changes_nothing(entity: Entity, admin: Client) -> None:
    created = entity.create(admin)
    assert entity.change(admin, created) | {"updatedAt": 0} == created | {"updatedAt": 0}


def test_texts_are_stripped_and_empty_or_duplicate_tags_dropped(admin: Client) -> None:
    assert NOMINEE.create(admin, name="  Ada Obi \n")["name"] == "Ada Obi"
    tags = ["growth", " growth ", "", "  ", "Lagos"]
    assert VIDEO.create(admin, tags=tags)["tags"] == ["growth", "Lagos"]
    lenient = {"registrationUrl": "example.org/register", "virtualMeetingUrl": "room 5"}
    created = EVENT.create(admin, **lenient)
    assert created | lenient == created


@pytest.mark.parametrize("entity", [SPONSOR, COVER_PAGE], ids=str)
def test_both_spellings_of_the_display_order_are_accepted(entity: Entity, admin: Client) -> None:
    for spelling in ("display_order", "displayOrder"):
        created = entity.create(admin, **{spelling: 7})
        assert (created["display_order"], created["displayOrder"]) == (7, 7)
        changed = entity.change(admin, created, **{spelling: 8})
        assert (changed["display_order"], changed["displayOrder"]) == (8, 8)


@pytest.mark.parametrize("entity", [USER, MESSAGE, SUBSCRIBER], ids=str)
def test_addresses_lose_characters_that_nobody_sees(
    entity: Entity, admin: Client, anonymous: Client
) -> None:
    typed = "\ufeffada\u200b\u200c\u200d@\u2060example\u00ad.org\u200e "
    client = admin if entity is USER else anonymous
    assert client.post(entity.created, json=entity.body(email=typed)).is_success
    assert "ada@example.org" in [each["email"] for each in entity.records(admin)]


TIMES = [
    (entity, field.alias or name)
    for entity in ENTITIES
    for name, field in (entity.declared.update or entity.declared.view).model_fields.items()
    if any(isinstance(rule, Timestamp) for rule in field.metadata)
]


@pytest.mark.parametrize(("entity", "field"), TIMES)
def test_a_time_that_clocks_skip_is_refused_at_its_field(
    entity: Entity, field: str, admin: Client, configure: Configure
) -> None:
    configure(AWARDS_TIMEZONE="America/New_York")
    typed = DateTimeField(field, "A time").from_input("2100-03-14T02:30")
    expected = "2:30 AM does not exist on Mar 14, 2100, when clocks go forward"
    for response in refusals(admin, entity, field, [typed]):
        [error] = response.json()["errors"]
        assert (error["field"], expected in error["message"]) == (field, True)
    for text in ("2100-03-14T03:30[America/New_York]", "2100-03-14T02:30[Europe/Paris]"):
        response = admin.post(entity.created, json=entity.body() | {field: text})
        assert ("must be an ISO 8601" in response.text) == ("Paris" in text)


def test_a_gala_at_a_time_that_clocks_skip_is_refused_at_its_field(configure: Configure) -> None:
    configure(AWARDS_TIMEZONE="America/New_York")
    [error] = EDITION.errors({"galaAt": "2100-03-14T02:30[America/New_York]"})
    assert error.path == ("galaAt",)
    assert error.message.startswith("Gala begins: 2:30 AM does not exist on Mar 14, 2100")
