"""Lists of staff: search, order, filters, pages, and the orders of public lists."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from fastapi import FastAPI
from httpx import Client

from awards_site.core import clock
from awards_site.core.database.filters import PAGE_SIZE, list_params
from awards_site.core.database.pagination import Page
from awards_site.portal.screen import Screen
from tests.api.conftest import Configure, FrozenClock
from tests.api.entities import (
    COVER_PAGE,
    DRAFTED,
    ENTITIES,
    EVENING_ITEM,
    EVENT,
    EVERYTHING,
    MESSAGE,
    NOMINEE,
    PHOTO,
    POST,
    PUBLISHED,
    READABLE,
    RECEIVED,
    SECTION,
    SPONSOR,
    SUBSCRIBER,
    VIDEO,
    Entity,
)
from tests.api.routes import dependencies, endpoints
from tests.api.test_drafts import make, save_title
from tests.api.test_errors import assert_problem
from tests.factories import Body
from tests.portal.test_screen import LISTS


def test_every_staff_list_is_paginated(app: FastAPI) -> None:
    paged = {name for name, route in endpoints(app) if list_params in dependencies(route)}
    selectable = (*PUBLISHED, *RECEIVED, EVENING_ITEM, SECTION)
    exported = [f"{entity.listed}/export" for entity in selectable[:-1]]
    exported += [f"/api/admin/{name}/export" for name in ("content", "embargoes", "media", "trash")]
    exported += ["/api/users/export", "/api/admin/jurors/export"]
    exports = {f"{method} {path}" for path in exported for method in ("GET", "POST")}
    exports.add("GET /api/admin/audit/export")
    lists = {f"GET {entity.listed}" for entity in EVERYTHING}
    changes = {f"POST {each.at}/bulk" for each in selectable}
    others = {f"GET /api/admin/{name}" for name in ("audit", "embargoes", "media", "trash")}
    others |= {f"POST /api/admin/{name}/bulk" for name in ("media", "trash")}
    assert paged == lists | exports | changes | others


@pytest.mark.parametrize("entity", EVERYTHING, ids=str)
def test_a_list_without_a_page_is_plain_and_a_page_has_the_total(
    entity: Entity, admin: Client
) -> None:
    made = [entity.create(admin) for _ in range(3)]
    plain = entity.records(admin)
    assert {each["id"] for each in made} <= {each["id"] for each in plain}
    assert admin.get(f"{entity.listed}?_=123").json() == plain
    page = admin.get(entity.listed, params={"page": 2, "pageSize": 2}).json()
    assert page["items"] == plain[2:4]
    assert (page["page"], page["pageSize"]) == (2, 2)
    assert page["total"] == page["overall"] == len(plain)
    found = admin.get(entity.listed, params={"search": made[1][entity.name]}).json()
    assert [each["id"] for each in found["items"]] == [made[1]["id"]]
    assert (found["total"], found["overall"], found["pageSize"]) == (1, len(plain), PAGE_SIZE)


@pytest.mark.parametrize("entity", EVERYTHING, ids=str)
def test_a_list_is_sorted_by_response_keys_only(entity: Entity, admin: Client) -> None:
    made = sorted(entity.create(admin)["id"] for _ in range(3))
    for sort, expected in (("id", made), ("-id", made[::-1])):
        items = admin.get(entity.listed, params={"sort": sort}).json()["items"]
        assert [each["id"] for each in items if each["id"] in made] == expected
    for sort in ("nonsense", "-", "search_text", "password_hash", "tags", "id;--"):
        problem = assert_problem(admin.get(entity.listed, params={"sort": sort}), 422)
        assert problem["errors"][0]["field"] == "sort"


@pytest.mark.parametrize("screen", LISTS, ids=lambda screen: screen.label)
def test_a_list_is_sorted_by_every_heading_of_its_screen(screen: Screen, admin: Client) -> None:
    assert screen.sort_keys
    path = f"/api{screen.entity.list_path}" if screen.entity else f"/api{screen.path}"
    for key in screen.sort_keys:
        for sort in (key, f"-{key}"):
            assert admin.get(path, params={"sort": sort}).status_code == 200, sort


@pytest.mark.parametrize(
    ("params", "field"),
    [
        ({"page": 0}, "page"),
        ({"page": "x"}, "page"),
        ({"pageSize": 0}, "pageSize"),
        ({"pageSize": PAGE_SIZE + 1}, "pageSize"),
        ({"isPublished": "perhaps"}, "isPublished"),
    ],
)
def test_invalid_params_return_422(params: dict[str, Any], field: str, editor: Client) -> None:
    problem = assert_problem(editor.get("/api/admin/events", params=params), 422)
    assert problem["errors"][0]["field"] == field


def test_a_page_beyond_the_last_is_empty_with_the_total(editor: Client) -> None:
    EVENT.create(editor)
    for page in (7, 2**31 - 1):
        body = editor.get("/api/admin/events", params={"page": page}).json()
        assert (body["items"], body["total"]) == ([], 1)


def names(client: Client, path: str, **params: str) -> list[str]:
    items = client.get(path, params=params).json()["items"]
    return [each.get("name") or each.get("title") for each in items]


def test_a_search_finds_words_in_any_order_ignoring_case_and_accents(editor: Client) -> None:
    NOMINEE.create(editor, name="Zoé Lefèvre", company="Café Ōra", category="tech", year=2031)
    NOMINEE.create(editor, name="Amina Diallo", company="Sahel Weaving", category="creative")
    words = ("zoe", "ZOÉ", "lefevre zoé", "Café", "CAFE", "technology", "tech", "2031")
    for search in (*words, "founder 2031"):
        assert names(editor, "/api/nominees", search=search) == ["Zoé Lefèvre"], search


@pytest.mark.parametrize(
    "search",
    [
        "x" * 201,
        " ".join("abcdefghijk"),
        "word " * 5_000,
        "\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}" * 9,
    ],
    ids=["201 characters", "11 words", "5,000 words", "words in a ligature"],
)
def test_a_long_search_is_refused_at_once(
    search: str, editor: Client, statements: list[str]
) -> None:
    for path in ("/api/admin/contact", "/api/nominees"):
        refused = editor.get(path, params={"search": search})
        assert refused.status_code == 422
        message = "Please search for at most 10 words and 200 characters"
        assert refused.json()["errors"] == [{"field": "search", "message": message}]
    assert not any("LIKE" in each for each in statements)


def test_a_search_has_no_wildcards_and_may_be_long(editor: Client) -> None:
    NOMINEE.create(editor, name="Zoé Lefèvre")
    wildcards = ("%", "_", "\\", "zoe%", "nobody", "zoe nobody")
    for search in (*wildcards, "x" * 200, " ".join("abcdefghij")):
        assert names(editor, "/api/nominees", search=search) == [], search


def test_a_changed_record_is_found_by_its_new_text_only(editor: Client) -> None:
    NOMINEE.change(editor, NOMINEE.create(editor, name="Zoé Lefèvre"), name="Ines Haddad")
    assert names(editor, "/api/nominees", search="zoe") == []
    assert names(editor, "/api/nominees", search="ines") == ["Ines Haddad"]


def test_records_are_found_by_their_texts_and_tags(editor: Client) -> None:
    body = {"title": "Aaa", "description": "Bbb", "location": "Ccc", "type": "Ddd"}
    EVENT.create(editor, **body)
    EVENT.create(editor)
    for word in body.values():
        assert names(editor, "/api/admin/events", search=word.lower()) == ["Aaa"]
    VIDEO.create(editor, title="With a tag", tags=["Scaling Up"])
    POST.create(editor, title="With a tag", tags=["Scaling Up"])
    for path in ("/api/admin/videos", "/api/admin/blog"):
        assert names(editor, path, search="scaling") == ["With a tag"]


def test_text_is_sorted_ignoring_case_with_missing_values_last_and_tiers_by_rank(
    editor: Client,
) -> None:
    for title, year in (("beta", 2024), ("Alpha", None), ("Gamma", 2030)):
        PHOTO.create(editor, title=title, year=year)
    path = "/api/admin/photos"
    assert names(editor, path, sort="title") == ["Alpha", "beta", "Gamma"]
    assert names(editor, path, sort="year") == ["beta", "Gamma", "Alpha"]
    assert names(editor, path, sort="-year") == ["Gamma", "beta", "Alpha"]
    for tier in ("partner", "bronze", "platinum", "regular", "gold"):
        SPONSOR.create(editor, name=tier, tier=tier)
    ranked = "platinum gold bronze regular partner"
    assert names(editor, "/api/sponsors/admin", sort="tier") == ranked.split()


@pytest.mark.parametrize("entity", PUBLISHED, ids=str)
def test_a_list_is_filtered_by_a_boolean_key(entity: Entity, admin: Client) -> None:
    yes = entity.create(admin, **{entity.flag: True})
    no = entity.create(admin, **{entity.flag: False})
    for value, made in (("true", yes), ("false", no)):
        page = admin.get(entity.listed, params={entity.flag: value}).json()
        assert [each["id"] for each in page["items"]] == [made["id"]]
        assert (page["total"], page["overall"]) == (1, 2)


@pytest.mark.parametrize(
    ("entity", "key", "value", "other"),
    [
        (NOMINEE, "category", "tech", "creative"),
        (NOMINEE, "year", 2031, 2030),
        (PHOTO, "category", "winners", "general"),
        (PHOTO, "year", 2031, None),
        (VIDEO, "category", "panel", "general"),
        (VIDEO, "year", 2031, 2030),
        (POST, "category", "news", "interview"),
        (SPONSOR, "tier", "gold", "partner"),
        (COVER_PAGE, "media_type", "video", "image"),
        (MESSAGE, "inquiryType", "media", "general"),
    ],
    ids=str,
)
def test_a_list_is_filtered_by_a_choice_and_by_year(
    entity: Entity, key: str, value: object, other: object, editor: Client
) -> None:
    for each in (value, other, value):
        entity.create(editor, **{key: each})
    page = editor.get(entity.listed, params={key: str(value), "pageSize": 1, "page": 2}).json()
    assert (page["total"], page["overall"]) == (2, 3)
    assert [each[key] for each in page["items"]] == [value]
    for wrong in ("nonsense", "", "1999", "2101", "20311", "\N{SUPERSCRIPT TWO}" * 4):
        problem = assert_problem(editor.get(entity.listed, params={key: wrong}), 422)
        assert problem["errors"][0]["field"] == key
        assert problem["message"].startswith(f"{key} must be ")


def test_events_and_posts_are_filtered_by_the_year_in_the_programmes_time_zone(
    editor: Client, configure: Configure
) -> None:
    configure(AWARDS_TIMEZONE="America/New_York")
    for start in ("2031-01-01T04:59:59Z", "2031-01-01T05:00:00Z", "2032-01-01T04:59:59Z"):
        EVENT.create(editor, title=start, startDate=start, endDate="2040-01-01T00:00:00Z")
        POST.create(editor, title=start, publishedDate=start)
    POST.create(editor, title="Undated", publishedDate=None)
    for path in ("/api/admin/events", "/api/admin/blog"):
        found = names(editor, path, year="2031")
        assert sorted(found) == ["2031-01-01T05:00:00Z", "2032-01-01T04:59:59Z"]
        assert names(editor, path, year="2030") == ["2031-01-01T04:59:59Z"]
        assert_problem(editor.get(path, params={"year": "soon"}), 422)


@pytest.mark.parametrize(
    ("entity", "key"),
    [
        (EVENT, "imageUrl"),
        (NOMINEE, "imageUrl"),
        (VIDEO, "thumbnailUrl"),
        (POST, "featuredImageUrl"),
    ],
    ids=str,
)
def test_a_list_is_filtered_by_whether_records_have_an_image(
    entity: Entity, key: str, editor: Client
) -> None:
    for url in ("https://example.org/a.png", ""):
        entity.create(editor, **{entity.name: f"Image: {url or 'none'}", key: url})
    for value, name in (("true", "https://example.org/a.png"), ("false", "none")):
        assert names(editor, entity.listed, hasImage=value) == [f"Image: {name}"]
    assert_problem(editor.get(entity.listed, params={"hasImage": "maybe"}), 422)


def test_visitors_get_pages_of_published_nominees_only(anonymous: Client, editor: Client) -> None:
    NOMINEE.create(editor, name="Secret Winner", isPublished=False)
    NOMINEE.create(editor, name="Public Nominee")
    for params in ({"page": 1}, {"search": "secret"}, {"isPublished": "false"}, {"sort": "name"}):
        body = anonymous.get("/api/nominees", params=params).json()
        assert "Secret" not in str(body)
        assert body["overall"] == 1


def ids_of(client: Client, path: str, **params: str) -> list[int]:
    return [each["id"] for each in client.get(path, params=params).json()["items"]]


def test_the_pages_of_a_list_follow_each_other_in_every_order(admin: Client) -> None:
    for number in range(7):
        body = {"name": f"Nominee {number % 3}", "year": 2020 + number % 2}
        NOMINEE.create(admin, **body, isPublished=number > 1)
        PHOTO.create(admin, title=f"Photo {number % 3}", year=2020 if number > 4 else None)
        MESSAGE.create(admin, name=f"Visitor {number % 3}")
    for path, keys in {
        "/api/nominees": ("name", "title", "category", "year", "isPublished", "linkedinUrl"),
        "/api/admin/photos": ("title", "year", "createdAt", "description"),
        "/api/admin/contact": ("name", "email", "inquiryType", "subject", "createdAt"),
        "/api/admin/audit": ("createdAt", "userName", "action", "recordType", "ipAddress"),
    }.items():
        for sort in (None, *keys, *(f"-{key}" for key in keys)):
            params = {"sort": sort} if sort else {}
            ids = ids_of(admin, path, **params, page="1")
            paged = [
                key
                for page in range(1, len(ids) // 2 + 2)
                for key in ids_of(admin, path, **params, page=str(page), pageSize="2")
            ]
            assert paged == ids, (path, sort)


AssertOrder = Callable[..., None]


@pytest.fixture
def assert_order(frozen_clock: FrozenClock, editor: Client, anonymous: Client) -> AssertOrder:
    """Create records at intervals of a minute, and check the order of the list."""

    def check(entity: Entity, records: dict[str, Body], expected: str, *public: str) -> None:
        for name, fields in records.items():
            frozen_clock.advance(timedelta(minutes=1))
            entity.create(editor, **{entity.name: name}, **fields)
        for client, path in ((editor, entity.listed), *((anonymous, path) for path in public)):
            names = [record[entity.name] for record in client.get(path).json()]
            assert names == expected.split(), path

    return check


def test_sponsors_by_tier_then_display_order_then_name(assert_order: AssertOrder) -> None:
    records: dict[str, Body] = {
        tier.title(): {"tier": tier} for tier in ("regular", "partner", "bronze", "silver")
    }
    records |= {name: {"tier": "gold", "display_order": 1} for name in ("zeta", "Alpha", "beta")}
    records |= {"First": {"tier": "gold"}, "Platinum": {"tier": "platinum", "display_order": 9}}
    expected = "Platinum First Alpha beta zeta Silver Bronze Partner Regular"
    assert_order(SPONSOR, records, expected, SPONSOR.shown)


@pytest.mark.parametrize("entity", [PHOTO, VIDEO], ids=str)
def test_photos_and_videos_are_sorted_by_display_order_then_newest_first(
    entity: Entity, assert_order: AssertOrder
) -> None:
    shared = {"year": 2024, "category": "ceremony"}
    records = {"Old": shared, "Last": shared | {"displayOrder": 2}, "New": shared}
    path = entity.shown
    public = (path, f"{path}/category/ceremony", f"{path}/year/2024")
    assert_order(entity, records, "New Old Last", *public)


def test_nominees_by_newest_year_then_name(assert_order: AssertOrder, anonymous: Client) -> None:
    years = {"Zoe": 2024, "ada": 2024, "Bea": 2024, "Old": 2021, "New": 2026}
    records: dict[str, Body] = {name: {"year": year} for name, year in years.items()}
    public = (NOMINEE.shown, NOMINEE.listed, "/api/nominees/category/leadership")
    assert_order(NOMINEE, records, "New ada Bea Zoe Old", *public)
    of_2024 = anonymous.get("/api/nominees/year/2024").json()
    assert [each["name"] for each in of_2024] == ["ada", "Bea", "Zoe"]


def test_posts_are_sorted_by_newest_published_date(assert_order: AssertOrder) -> None:
    records: dict[str, Body] = {
        title: {"publishedDate": date, "isPublished": True, "tags": ["all"]}
        for title, date in (
            ("Middle", "2025-02-01"),
            ("Newest", "2025-03-01"),
            ("Oldest", "2025-01-01"),
        )
    }
    public = ("/api/blog", "/api/blog/category/news", "/api/blog/tag/all")
    assert_order(POST, records, "Newest Middle Oldest", *public)


def test_events_are_listed_earliest_first(assert_order: AssertOrder) -> None:
    days = {title: f"2100-06-0{day}" for title, day in (("Second", 2), ("Third", 3), ("First", 1))}
    records: dict[str, Body] = {
        title: {"startDate": day, "endDate": day} for title, day in days.items()
    }
    june = "/api/events/range?start=2100-06-01&end=2100-06-30"
    public = ("/api/events", "/api/events/upcoming", "/api/events/month/2100/6", june)
    assert_order(EVENT, records, "First Second Third", *public)


def test_cover_pages_by_display_order(assert_order: AssertOrder) -> None:
    orders = {"Third": 2, "First": 0, "Second": 1}
    records: dict[str, Body] = {title: {"display_order": n} for title, n in orders.items()}
    assert_order(COVER_PAGE, records, "First Second Third")


@pytest.mark.parametrize("entity", [MESSAGE, SUBSCRIBER], ids=str)
def test_messages_and_subscribers_are_listed_newest_first(
    entity: Entity, assert_order: AssertOrder
) -> None:
    records: dict[str, Body] = {"old@example.org": {}, "new@example.org": {}}
    assert_order(entity, records, "new@example.org old@example.org")


def listed(client: Client, entity: Entity, **params: str) -> list[str]:
    response = client.get(entity.listed, params=params)
    assert response.status_code == 200, response.text
    return sorted(each[entity.name] for each in response.json()["items"])


def planned(entity: Entity, **days: int) -> Body:
    """Return the schedule that is so many days away, by 'publish' and 'unpublish'."""
    ending = "_at" if entity.flag == "is_published" else "At"
    times = {name: clock.now() + timedelta(days=count) for name, count in days.items()}
    return {f"{name}{ending}": time.isoformat() for name, time in times.items()}


@pytest.mark.parametrize("entity", READABLE, ids=str)
def test_a_list_is_filtered_by_what_is_planned(entity: Entity, editor: Client) -> None:
    shown = {entity.flag: True}
    for name, fields in {
        "Always": shown,
        "Later": shown | planned(entity, publish=1),
        "Ending": shown | planned(entity, publish=-2, unpublish=1),
        "Both": shown | planned(entity, publish=1, unpublish=2),
        "Draft": {entity.flag: False} | planned(entity, publish=1),
    }.items():
        entity.create(editor, **{entity.name: f"{name} title"}, **fields)
    assert listed(editor, entity, schedule="publish") == ["Both title", "Later title"]
    assert listed(editor, entity, schedule="unpublish") == ["Both title", "Ending title"]
    assert_problem(editor.get(entity.listed, params={"schedule": "soon"}), 422)


@pytest.mark.parametrize("entity", [EVENT, SECTION], ids=str)
def test_a_list_is_filtered_by_what_the_caller_has_changed_last(
    entity: Entity, editor: Client, admin: Client
) -> None:
    mine = entity.create(editor, **{entity.name: "By the editor"})
    entity.create(admin, **{entity.name: "By the administrator"})
    assert listed(editor, entity, changedBy="me") == ["By the editor"]
    assert listed(admin, entity, changedBy="me") == ["By the administrator"]
    field = "content" if entity is SECTION else entity.name
    entity.change(admin, mine, **{field: {"title": "x"} if entity is SECTION else "By both of us"})
    assert listed(editor, entity, changedBy="me") == []
    assert len(listed(admin, entity, changedBy="me")) == 2
    assert_problem(editor.get(entity.listed, params={"changedBy": "7"}), 422)


def test_photos_are_filtered_by_their_alternative_text(editor: Client) -> None:
    for title, text in (("Described", "Two women on a stage"), ("Without", None), ("Empty", "")):
        PHOTO.create(editor, title=title, altText=text)
    assert listed(editor, PHOTO, hasAltText="true") == ["Described"]
    assert listed(editor, PHOTO, hasAltText="false") == ["Empty", "Without"]
    assert_problem(editor.get(PHOTO.listed, params={"hasAltText": "maybe"}), 422)


def test_visitors_cannot_filter_by_what_is_planned(editor: Client, anonymous: Client) -> None:
    NOMINEE.create(editor, name="Ending", **planned(NOMINEE, unpublish=1))
    NOMINEE.create(editor, name="Staying")
    for params in ({"schedule": "unpublish"}, {"changedBy": "me"}):
        found = anonymous.get(NOMINEE.listed, params=params | {"page": 1}).json()["items"]
        assert [each["name"] for each in found] == ["Ending", "Staying"]


def test_videos_are_sorted_by_the_length_of_their_duration(editor: Client) -> None:
    for duration in ("12:45", "1:02:03", "9:30", None):
        VIDEO.create(editor, duration=duration)
    for sort, expected in (
        ("duration", ["9:30", "12:45", "1:02:03", None]),
        ("-duration", ["1:02:03", "12:45", "9:30", None]),
    ):
        found = editor.get(VIDEO.listed, params={"sort": sort}).json()["items"]
        assert [each["duration"] for each in found] == expected


def test_a_search_finds_the_status_and_the_year_that_the_list_shows(editor: Client) -> None:
    for title, year, is_published in (
        ("Supper", 2031, True),
        ("Gala", 2031, False),
        ("Brunch", 2032, False),
        ("Looking back at 2031", 2033, True),
    ):
        start, end = (f"{year}-05-01T{hour}:00:00Z" for hour in (10, 12))
        fields = {"startDate": start, "endDate": end, "isPublished": is_published}
        EVENT.create(editor, title=title, **fields)
    assert listed(editor, EVENT, search="draft") == ["Brunch", "Gala"]
    assert listed(editor, EVENT, search="Published") == ["Looking back at 2031", "Supper"]
    assert listed(editor, EVENT, search="2031") == ["Gala", "Looking back at 2031", "Supper"]
    assert listed(editor, EVENT, search="DRAFT 2031") == ["Gala"]
    body = {"action": "publish", "matches": 1}
    response = editor.post("/api/events/bulk", params={"search": "draft 2031"}, json=body)
    assert [each["name"] for each in response.json()["changed"]] == ["Gala"]


def test_a_search_finds_other_badges(editor: Client, anonymous: Client) -> None:
    NOMINEE.create(editor, name="Ada", isWinner=True)
    NOMINEE.create(editor, name="Bisi", **planned(NOMINEE, publish=1))
    COVER_PAGE.create(editor, title="On", is_active=True)
    COVER_PAGE.create(editor, title="Off", is_active=False)
    assert listed(editor, NOMINEE, search="winner") == ["Ada"]
    assert listed(editor, NOMINEE, search="scheduled") == ["Bisi"]
    assert listed(editor, COVER_PAGE, search="inactive") == ["Off"]
    # Visitors search texts alone, so that no search tells them a result under embargo.
    found = anonymous.get(NOMINEE.listed, params={"search": "winner"}).json()
    assert found["items"] == []


@pytest.mark.parametrize("entity", DRAFTED, ids=str)
def test_only_those_who_may_edit_records_read_of_drafts_and_of_what_is_to_do(
    entity: Entity, editor: Client, user: Client, anonymous: Client
) -> None:
    _, drafted = make(editor, entity), make(editor, entity)
    save_title(editor, entity, drafted)
    page = editor.get(entity.listed, params={"page": 1}).json()
    assert page["drafts"] == [drafted["id"]]
    assert {int(key) for key in page["toDo"]} <= {each["id"] for each in page["items"]}
    assert editor.get(entity.listed, params={"page": 9}).json()["drafts"] == []
    for client, readable in ((user, (NOMINEE, SECTION)), (anonymous, (NOMINEE,))):
        response = client.get(entity.listed, params={"page": 1})
        assert response.is_success == (entity in readable)
        if response.is_success:
            assert response.json().keys() == Page.model_fields.keys()


@pytest.mark.parametrize("entity", ENTITIES, ids=str)
def test_a_page_of_many_records_takes_as_many_queries_as_that_of_one(
    entity: Entity, editor: Client, statements: list[str]
) -> None:
    counts = []
    for added in (1, 11):
        for _ in range(added):
            make(editor, entity)
        # It waits for what is to do, which is kept; lists do not wait long.
        editor.get("/api/admin/checklist")
        editor.get(entity.listed, params={"page": 1})
        statements.clear()
        assert len(editor.get(entity.listed, params={"page": 1}).json()["items"]) >= added
        counts.append(len(statements))
    assert counts[0] == counts[1]


def test_several_matches_of_a_filter_are_changed_together(editor: Client, admin: Client) -> None:
    COVER_PAGE.create(editor, title="By the editor")
    COVER_PAGE.create(admin, title="By the administrator")
    body = {"action": "delete", "matches": 1}
    response = editor.post("/api/cover-pages/bulk", params={"changedBy": "me"}, json=body)
    assert [each["name"] for each in response.json()["changed"]] == ["By the editor"]
