"""Every message of the specification's rules, word for word, and every default."""

from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from awards_site.core import clock
from tests import factories
from tests.factories import Body

URL = "Please enter a valid URL"
EMAIL = "Please enter a valid email address"
ALL_REQUIRED = "All fields are required."
JSON_CONTENT = "Please enter valid JSON content."
NAME_AND_IDENTIFIER = "Name and identifier are required."


@dataclass(frozen=True)
class Entity:
    """Where an entity is created, and a valid body of it."""

    path: str
    body: Body
    key_published: str = "isPublished"


ENTITIES = {
    "event": Entity("/api/events", factories.event_body()),
    "nominee": Entity("/api/nominees", factories.nominee_body()),
    "photo": Entity("/api/photos", factories.photo_body()),
    "video": Entity("/api/videos", factories.video_body()),
    "post": Entity("/api/blog", factories.blog_body()),
    "sponsor": Entity("/api/sponsors", factories.sponsor_body()),
    "cover page": Entity("/api/cover-pages", factories.cover_page_body()),
    "section": Entity("/api/admin/content", factories.content_body()),
    "user": Entity("/api/auth/register", factories.user_body()),
    "message": Entity("/api/contact", factories.message_body()),
    "subscriber": Entity("/api/newsletter", factories.subscriber_body()),
}

GONE = object()
"""In place of a value: the field is not sent at all."""

TITLE_3 = "Title must be at least 3 characters"

RULES: list[tuple[str, str, list[Any], str]] = [
    ("event", "title", [GONE, "", None, "   "], "Title is required"),
    ("event", "description", [GONE, "", None], "Description is required"),
    ("event", "location", [GONE, "", None], "Location is required"),
    ("event", "type", ["", None, "  "], "Event type is required"),
    ("event", "startDate", [GONE, "", None], "Start date is required"),
    ("event", "endDate", [GONE, "", None], "End date is required"),
    (
        "event",
        "endDate",
        ["2100-06-01T17:59:59Z"],
        "End date must not be before the start date",
    ),
    ("nominee", "name", [GONE, "", "A", " A "], "Name must be at least 2 characters"),
    ("nominee", "title", [GONE, "A"], "Title must be at least 2 characters"),
    ("nominee", "company", [GONE, "A"], "Company must be at least 2 characters"),
    ("nominee", "bio", [GONE, "nine char"], "Bio must be at least 10 characters"),
    ("nominee", "achievements", [GONE, "x"], "Achievements must be at least 10 characters"),
    ("nominee", "category", ["", None], "Category is required"),
    ("nominee", "imageUrl", ["no address", "//host/x.png", "ftp://a.org/x.png"], URL),
    ("nominee", "linkedinUrl", ["linkedin", "www.x.org"], "Please enter a valid LinkedIn URL"),
    ("nominee", "websiteUrl", ["website", "http://"], "Please enter a valid website URL"),
    ("photo", "title", [GONE, "", "Ab"], TITLE_3),
    ("photo", "category", ["", None], "Category is required"),
    ("photo", "imageUrl", [GONE, "", None], "Please upload an image before submitting."),
    ("video", "title", [GONE, "Ab"], TITLE_3),
    ("video", "videoUrl", [GONE, "", None, "no address", "http:/half"], URL),
    ("video", "thumbnailUrl", ["no address"], URL),
    ("video", "category", ["", None], "Category is required"),
    ("post", "title", [GONE, "Four"], "Title must be at least 5 characters"),
    ("post", "content", [GONE, "nineteen characters"], "Content must be at least 20 characters"),
    ("post", "excerpt", ["x" * 301], "Excerpt must be at most 300 characters"),
    ("post", "slug", ["ab"], "Slug must be at least 3 characters"),
    (
        "post",
        "slug",
        ["With-Capitals", "with space", "under_score", "äpfel", "a/b/c", "new\nline"],
        "Slug can only contain lowercase letters, numbers, and hyphens",
    ),
    ("post", "category", ["", None], "Category is required"),
    ("sponsor", "name", [GONE, "A"], "Name must be at least 2 characters"),
    ("sponsor", "logo_url", [GONE, "", None, "/abc"], "Logo URL is required"),
    ("sponsor", "website_url", ["no address"], URL),
    ("sponsor", "tier", ["", None], "Tier is required"),
    ("cover page", "title", [GONE, "A"], "Title must be at least 2 characters"),
    ("cover page", "image_url", [GONE, "", None, "/abc"], "Image URL is required"),
    ("cover page", "cta_link", ["no address", "#nominate"], URL),
    ("section", "name", [GONE, "", None], NAME_AND_IDENTIFIER),
    ("section", "identifier", [GONE, "", None], NAME_AND_IDENTIFIER),
    ("section", "content", [GONE, "", None, "{}", "text", 1, True, [], [{}]], JSON_CONTENT),
    ("user", "username", [GONE, "", None], ALL_REQUIRED),
    ("user", "password", [GONE, "", None], ALL_REQUIRED),
    ("user", "email", [GONE, "", None], ALL_REQUIRED),
    ("user", "name", [GONE, "", None], ALL_REQUIRED),
    ("user", "email", ["nobody", "a@", "@b.org", "a b@c.org"], EMAIL),
    ("user", "password", ["7 chars"], "Password must be at least 8 characters"),
    ("user", "password", ["x" * 1025], "Password must be at most 1,024 characters"),
    ("message", "name", [GONE, "", "A"], "Name must be at least 2 characters"),
    ("message", "email", [GONE, "", None, "nobody", "a@", 5], EMAIL),
    ("message", "subject", ["Four"], "Subject must be at least 5 characters"),
    ("message", "inquiryType", [GONE, "", None], "Please select an inquiry type"),
    ("message", "message", [GONE, "nine char"], "Message must be at least 10 characters"),
    ("subscriber", "email", [GONE, "", None, "nobody", "a@b", ["a@b.org"]], EMAIL),
]

CASES = [
    pytest.param(entity, field, value, message, id=f"{entity}-{field}-{number}-{message}")
    for entity, field, values, message in RULES
    for number, value in enumerate(values)
]


@pytest.mark.parametrize(("entity", "field", "value", "message"), CASES)
def test_a_broken_rule_is_told_in_its_own_words(
    entity: str, field: str, value: Any, message: str, admin: httpx.Client
) -> None:
    body = dict(ENTITIES[entity].body)
    if value is GONE:
        del body[field]
    else:
        body[field] = value
    answer = admin.post(ENTITIES[entity].path, json=body)
    assert answer.status_code == 422
    assert answer.json() == {"message": message, "errors": [{"field": field, "message": message}]}


WRONG_TYPES: list[tuple[str, str, list[Any]]] = [
    ("event", "title", [5, True, ["x"], {"a": 1}]),
    ("event", "startDate", [5, "tomorrow", "2024-13-01", ["2024-01-01"], True]),
    ("event", "isVirtual", ["yes", 1, "true", None]),
    ("event", "isPublished", ["false", 0]),
    ("nominee", "year", [1999, 2101, 2024.5, "last", True, [], 10**30, -1]),
    ("nominee", "category", ["Leadership", "other", 5, ["tech"]]),
    ("nominee", "isWinner", ["true", 1]),
    ("photo", "year", [1999, 2101, "x"]),
    ("photo", "displayOrder", [-1, 1.5, "first", 10**30, True]),
    ("photo", "category", ["sessions", "networking", "Ceremony"]),
    ("photo", "nomineeId", [999_999, 10**30, "x", -1]),
    ("photo", "imageUrl", ["no address", 5]),
    ("video", "year", [1999, 2101]),
    ("video", "displayOrder", [-1, "x"]),
    ("video", "category", ["award-ceremony", "x"]),
    ("video", "tags", ["a, b", [1], [None], {"a": 1}]),
    ("post", "category", ["press", 1]),
    ("post", "tags", ["a, b", [["a"]]]),
    ("post", "nomineeId", [999_999]),
    ("post", "publishedDate", ["soon", 5]),
    ("sponsor", "tier", ["diamond", "Gold", 1]),
    ("sponsor", "display_order", ["first", [], 10**30]),
    ("cover page", "media_type", ["pdf", "Video"]),
    ("cover page", "transparency", [-1, 101, "half", None]),
    ("cover page", "focal_x", [-1, 101, "left", None]),
    ("cover page", "media_urls", ["/uploads/a.jpg", [5]]),
    ("cover page", "is_active", ["yes"]),
    ("section", "identifier", [5, ["x"]]),
    ("user", "role", ["owner", "Admin", 1, None]),
    ("user", "username", [5]),
    ("user", "password", [12345678]),
]


@pytest.mark.parametrize(
    ("entity", "field", "value"),
    [
        pytest.param(entity, field, value, id=f"{entity}-{field}-{number}")
        for entity, field, values in WRONG_TYPES
        for number, value in enumerate(values)
    ],
)
def test_a_value_of_the_wrong_kind_is_refused_on_its_field(
    entity: str, field: str, value: Any, admin: httpx.Client
) -> None:
    answer = admin.post(ENTITIES[entity].path, json=ENTITIES[entity].body | {field: value})
    assert answer.status_code == 422
    errors = answer.json()["errors"]
    assert [each["field"] for each in errors] == [field]
    assert answer.json()["message"] == errors[0]["message"] != ""


@pytest.mark.parametrize("entity", ENTITIES)
def test_a_valid_body_is_created_with_201_and_comes_back_whole(
    entity: str, admin: httpx.Client
) -> None:
    body = ENTITIES[entity].body
    answer = admin.post(ENTITIES[entity].path, json=body)
    assert answer.status_code == 201
    created = answer.json()
    assert isinstance(created["id"], int)
    for key, value in body.items():
        if key == "password":
            assert key not in created
        elif key.endswith("Date"):
            assert clock.now().fromisoformat(created[key]) == clock.now().fromisoformat(value)
        else:
            assert created[key] == value


@pytest.mark.parametrize("entity", ENTITIES)
def test_a_key_that_is_no_field_is_refused(entity: str, admin: httpx.Client) -> None:
    for key in ("unknown", "id", "createdAt"):
        answer = admin.post(ENTITIES[entity].path, json=ENTITIES[entity].body | {key: 1})
        assert answer.status_code == 422
        assert key in [each["field"] for each in answer.json()["errors"]]


@pytest.mark.parametrize("entity", ["event", "nominee", "photo", "video", "post"])
def test_keys_in_snake_case_are_unknown_where_camel_case_is_spoken(
    entity: str, admin: httpx.Client
) -> None:
    body = ENTITIES[entity].body | {"is_published": True}
    assert admin.post(ENTITIES[entity].path, json=body).status_code == 422


DEFAULTS: dict[str, Body] = {
    "event": {
        "type": "general",
        "isVirtual": False,
        "virtualMeetingUrl": None,
        "registrationUrl": None,
        "imageUrl": None,
        "isPublished": True,
    },
    "nominee": {
        "category": "leadership",
        "imageUrl": None,
        "linkedinUrl": None,
        "websiteUrl": None,
        "isFinalist": False,
        "isWinner": False,
        "isPublished": True,
    },
    "photo": {
        "description": None,
        "altText": None,
        "category": "general",
        "year": None,
        "displayOrder": 0,
        "isPublished": True,
        "nomineeId": None,
        "nomineeName": None,
        "nomineeTitle": None,
    },
    "video": {"category": "general", "tags": [], "displayOrder": 0, "isPublished": True},
    "post": {
        "excerpt": None,
        "category": "news",
        "tags": [],
        "nomineeId": None,
        "featuredImageUrl": None,
        "publishedDate": None,
        "isPublished": False,
    },
    "sponsor": {
        "tier": "regular",
        "display_order": 0,
        "displayOrder": 0,
        "is_published": True,
    },
    "cover page": {
        "media_type": "image",
        "media_urls": [],
        "transparency": 50,
        "focal_x": 50,
        "is_active": False,
        "display_order": 0,
        "displayOrder": 0,
    },
    "user": {"role": "editor"},
}


@pytest.mark.parametrize("entity", DEFAULTS)
def test_omitted_fields_take_their_defaults(entity: str, admin: httpx.Client) -> None:
    created = admin.post(ENTITIES[entity].path, json=ENTITIES[entity].body).json()
    assert created | DEFAULTS[entity] == created


@pytest.mark.parametrize("entity", ["nominee", "video"])
def test_an_omitted_year_is_the_present_one(entity: str, admin: httpx.Client) -> None:
    body = {key: value for key, value in ENTITIES[entity].body.items() if key != "year"}
    assert admin.post(ENTITIES[entity].path, json=body).json()["year"] == clock.now().year


VOCABULARIES = [
    ("photo", "category", "general events winners ceremony conference workshop"),
    ("video", "category", "general interviews ceremony panel keynote testimonials"),
    (
        "nominee",
        "category",
        "leadership innovation social-impact startup tech creative professional-services"
        " young-entrepreneur lifetime-achievement",
    ),
    ("post", "category", "news announcement interview profile case-study event other"),
    ("sponsor", "tier", "platinum gold silver bronze regular partner"),
    ("cover page", "media_type", "image video carousel"),
]


@pytest.mark.parametrize(("entity", "field", "values"), VOCABULARIES)
def test_each_value_of_a_vocabulary_is_taken(
    entity: str, field: str, values: str, admin: httpx.Client
) -> None:
    for value in values.split():
        body = ENTITIES[entity].body | {field: value}
        if entity == "post":
            body["slug"] = f"about-{value}"
        created = admin.post(ENTITIES[entity].path, json=body)
        assert created.status_code == 201, value
        assert created.json()[field] == value


@pytest.mark.parametrize("role", ["admin", "editor", "user"])
def test_each_role_is_taken(role: str, admin: httpx.Client) -> None:
    answer = admin.post("/api/auth/register", json=factories.user_body(role=role))
    assert answer.json()["role"] == role


@pytest.mark.parametrize(
    ("entity", "field"),
    [
        ("event", "virtualMeetingUrl"),
        ("event", "registrationUrl"),
        ("event", "imageUrl"),
        ("nominee", "imageUrl"),
        ("nominee", "linkedinUrl"),
        ("nominee", "websiteUrl"),
        ("video", "thumbnailUrl"),
        ("post", "featuredImageUrl"),
        ("sponsor", "website_url"),
        ("cover page", "cta_link"),
    ],
)
def test_an_emptied_address_is_null_and_a_script_is_refused(
    entity: str, field: str, admin: httpx.Client
) -> None:
    path, body = ENTITIES[entity].path, ENTITIES[entity].body
    for empty in ("", None):
        slug = {"slug": "an-empty-one" if empty is None else "another"} if entity == "post" else {}
        created = admin.post(path, json=body | slug | {field: empty})
        assert created.status_code == 201
        assert created.json()[field] is None
    scripts = ("javascript:alert(1)", " JavaScript:alert(1)", "java\nscript:x", "data:text/html,x")
    for script in scripts:
        refused = admin.post(path, json=body | {field: script})
        assert refused.status_code == 422, script
        assert refused.json()["errors"][0]["field"] == field


@pytest.mark.parametrize(
    ("entity", "field"),
    [("photo", "imageUrl"), ("video", "videoUrl"), ("sponsor", "logo_url")],
)
def test_required_addresses_refuse_scripts_too(
    entity: str, field: str, admin: httpx.Client
) -> None:
    for script in ("javascript:alert(1)", "data:image/svg+xml,<svg/>"):
        body = ENTITIES[entity].body | {field: script}
        assert admin.post(ENTITIES[entity].path, json=body).status_code == 422


def test_event_addresses_are_not_checked_otherwise(admin: httpx.Client) -> None:
    lenient = {"registrationUrl": "example.org/register", "virtualMeetingUrl": "room 5"}
    created = admin.post("/api/events", json=factories.event_body(**lenient))
    assert created.json() | lenient == created.json()


def test_several_broken_rules_are_told_together_and_the_first_is_the_message(
    admin: httpx.Client,
) -> None:
    answer = admin.post("/api/events", json={}).json()
    assert answer == {
        "message": "Title is required",
        "errors": [
            {"field": "title", "message": "Title is required"},
            {"field": "description", "message": "Description is required"},
            {"field": "location", "message": "Location is required"},
            {"field": "startDate", "message": "Start date is required"},
            {"field": "endDate", "message": "End date is required"},
        ],
    }


@pytest.mark.parametrize(
    ("entity", "method", "field", "value", "message"),
    [
        ("event", "PUT", "title", "", "Title is required"),
        ("nominee", "PATCH", "bio", "short", "Bio must be at least 10 characters"),
        ("photo", "PUT", "imageUrl", "", "Please upload an image before submitting."),
        ("video", "PUT", "videoUrl", "x", URL),
        ("post", "PUT", "excerpt", "x" * 301, "Excerpt must be at most 300 characters"),
        ("sponsor", "PATCH", "logo_url", "", "Logo URL is required"),
        ("cover page", "PATCH", "title", "A", "Title must be at least 2 characters"),
        ("section", "PUT", "content", "x", JSON_CONTENT),
    ],
)
def test_updates_change_only_what_they_name_and_keep_the_rules(
    entity: str, method: str, field: str, value: Any, message: str, admin: httpx.Client
) -> None:
    path = ENTITIES[entity].path
    created = admin.post(path, json=ENTITIES[entity].body).json()
    address = f"{path}/{created['id']}"
    refused = admin.request(method, address, json={field: value})
    assert refused.status_code == 422
    assert refused.json()["errors"] == [{"field": field, "message": message}]
    assert admin.request(method, address, json={"unknown": 1}).status_code == 422
    unchanged = admin.request(method, address, json={})
    assert unchanged.status_code == 200
    assert {**unchanged.json(), "updatedAt": None} == {**created, "updatedAt": None}


def test_text_is_kept_without_outer_white_space(admin: httpx.Client) -> None:
    created = admin.post("/api/nominees", json=factories.nominee_body(name="  Ada Obi \n")).json()
    assert created["name"] == "Ada Obi"


def test_tags_lose_empty_ones_and_duplicates(admin: httpx.Client) -> None:
    tags = ["growth", " growth ", "", "  ", "Lagos"]
    created = admin.post("/api/videos", json=factories.video_body(tags=tags)).json()
    assert created["tags"] == ["growth", "Lagos"]


def test_both_spellings_of_the_display_order_are_taken(admin: httpx.Client) -> None:
    for path, body in (
        ("/api/sponsors", factories.sponsor_body()),
        ("/api/cover-pages", factories.cover_page_body()),
    ):
        for spelling in ("display_order", "displayOrder"):
            created = admin.post(path, json=body | {spelling: 7}).json()
            assert (created["display_order"], created["displayOrder"]) == (7, 7)
            changed = admin.patch(f"{path}/{created['id']}", json={spelling: 8}).json()
            assert (changed["display_order"], changed["displayOrder"]) == (8, 8)
