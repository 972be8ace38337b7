"""Staff see what is to do before records are published, and for those that are."""

from datetime import timedelta

import pytest
from httpx import Client

from awards_site.core import clock
from awards_site.core.database.sessions import writing
from awards_site.operations.checklist import CHECKLISTS
from awards_site.operations.links import FollowedLink
from awards_site.settings import settings
from tests.api.client import body_of
from tests.api.conftest import FrozenClock
from tests.api.entities import (
    COVER_PAGE,
    ENTITIES,
    EVENT,
    NOMINEE,
    PHOTO,
    POST,
    SECTION,
    SPONSOR,
    VIDEO,
    Entity,
)
from tests.api.media import describe, upload
from tests.api.test_errors import assert_problem
from tests.factories import Body

PATH = "/api/admin/checklist"
LONG = "Wonderful " * 19

WITH_IMAGE = {"imageUrl": "/uploads/a.png"}


def too_long(entity: Entity, key: str, image: Body = WITH_IMAGE) -> tuple[Entity, Body, Body, str]:
    message = f"{key.capitalize()} too long for the image of shared links, which cuts it off"
    return entity, image | {key: LONG}, {key: "Short"}, message


INCOMPLETE: list[tuple[Entity, Body, Body, str]] = [
    (NOMINEE, {}, WITH_IMAGE, "Portrait missing"),
    *(too_long(NOMINEE, key) for key in ("name", "title", "company")),
    (
        NOMINEE,
        WITH_IMAGE | {"title": "Founder and managing director " * 2, "company": "Textiles " * 7},
        {"company": "Obi"},
        "Company too long for the image of shared links, which cuts it off",
    ),
    (EVENT, {}, WITH_IMAGE, "Image missing"),
    (
        EVENT,
        {"imageUrl": "/uploads/a.png", "endDate": "2100-06-01T18:00:00Z"},
        {"endDate": "2100-06-01T18:01:00Z"},
        "Ends when it starts: enter its end",
    ),
    (
        EVENT,
        {"imageUrl": "/uploads/a.png", "isVirtual": True},
        {"virtualMeetingUrl": "https://meet.example.org"},
        "Virtual event without a meeting URL",
    ),
    *(too_long(EVENT, key) for key in ("title", "location", "type")),
    (PHOTO, {}, {"altText": "Ada at her desk"}, "Alternative text missing"),
    (VIDEO, {}, {"thumbnailUrl": "/uploads/a.png"}, "Thumbnail missing"),
    (POST, {}, {"featuredImageUrl": "/uploads/a.png"}, "Featured image missing"),
    too_long(POST, "title", {"featuredImageUrl": "/uploads/a.png"}),
    (SPONSOR, {}, {"website_url": "https://example.org"}, "Website missing"),
    (COVER_PAGE, {"cta_text": "Go"}, {"cta_link": "https://example.org"}, "Button without a link"),
    (COVER_PAGE, {"cta_link": "https://example.org"}, {"cta_text": "Go"}, "Button without a label"),
]


def items(client: Client) -> list[Body]:
    return body_of(client.get(PATH))["items"]


def messages(client: Client, entity: Entity, record: Body) -> list[str]:
    """Return what is to do for a record."""
    page: Body = client.get(entity.listed, params={"id": record["id"]}).json()
    assert [each["id"] for each in page["items"]] == [record["id"]]
    found: list[str] = page["toDo"].get(str(record["id"]), [])
    return found


@pytest.mark.parametrize(("entity", "fields", "missing", "message"), INCOMPLETE)
def test_what_is_missing_is_said_and_filtered_by_until_it_is_there(
    entity: Entity, fields: Body, missing: Body, message: str, editor: Client
) -> None:
    hidden = {entity.flag: False} if entity.flag else {}
    record = entity.create(editor, **fields | hidden)
    entity.create(editor, **fields | missing)

    def filtered() -> list[int]:
        params = {"toDo": "true", "page": "1"}
        return [each["id"] for each in editor.get(entity.listed, params=params).json()["items"]]

    assert (messages(editor, entity, record), filtered()) == ([message], [record["id"]])
    page = editor.get(PATH).json()
    [item] = [each for each in page["items"] if each["recordType"] == entity.key]
    assert item["path"].partition("&field=")[2] in missing
    assert page["counts"][entity.declared.screen_path] == 1
    assert editor.get(entity.listed, params={"page": "1"}).json()["toDoCount"] == 1
    entity.change(editor, record, **missing)
    assert (messages(editor, entity, record), filtered()) == ([], [])
    assert_problem(editor.get(entity.listed, params={"toDo": "no"}), 422)


def test_every_entity_with_a_page_has_a_checklist_and_each_check_fails_above() -> None:
    assert [entity.key for entity in ENTITIES if entity.key not in CHECKLISTS] == []
    tried = {(entity.key, key) for entity, _, missing, _ in INCOMPLETE for key in missing}
    for label, entity in CHECKLISTS.items():
        fields = entity.update.model_fields if entity.update else {}
        keys = {(label, fields[each.field].alias or each.field) for each in entity.checklist.checks}
        assert label == "media item" or keys <= tried


def missing_records(client: Client) -> list[tuple[str, str, str]]:
    return [
        (each["recordName"], each["message"], each["path"])
        for each in items(client)
        if "edition" not in each["path"] and not each["recordId"]
    ]


def test_a_gala_needs_a_running_order_and_an_embargo_of_its_results(
    frozen_clock: FrozenClock, editor: Client
) -> None:
    order = "Gala 2030", "The running order is empty", "/admin/running-order?new=1&field=title"
    message = "No embargo hides its results until the gala"
    embargo = "Edition 2030", message, "/admin/embargoes?new=1&field=revealAt"
    NOMINEE.create(editor, year=2029, isWinner=True)
    winner = NOMINEE.create(editor, year=2030, isWinner=True, category="leadership")
    assert missing_records(editor) == []
    gala = (clock.now() + timedelta(hours=1)).isoformat()
    SECTION.create(editor, identifier="edition", content={"galaAt": gala, "year": 2030})
    assert sorted(missing_records(editor)) == [embargo, order]
    body_of(editor.post("/api/admin/running-order", json={"title": "Welcome"}), 201)
    assert missing_records(editor) == [embargo]
    other = {"year": 2030, "category": "tech", "revealAt": gala}
    body_of(editor.post("/api/admin/embargoes", json=other), 201)
    assert missing_records(editor) == [embargo]
    NOMINEE.change(editor, winner, revealAt=gala)
    assert missing_records(editor) == []
    path = f"{NOMINEE.path(winner['id'])}?reveals=true"
    assert editor.patch(path, json={"revealAt": None}).is_success
    early = (clock.now() + timedelta(minutes=59)).isoformat()
    body_of(editor.post("/api/admin/embargoes", json={"year": 2030, "revealAt": early}), 201)
    assert missing_records(editor) == [embargo]
    body_of(editor.post("/api/admin/embargoes", json=other | {"category": "leadership"}), 201)
    assert missing_records(editor) == []
    frozen_clock.now += timedelta(hours=1)
    assert missing_records(editor) == []


def test_records_are_listed_drafts_included(editor: Client) -> None:
    later = (clock.now() + timedelta(hours=1)).isoformat()
    schedules: dict[str, Body] = {
        "Public": {},
        "Draft": {"isPublished": False},
        "Scheduled": {"publishAt": later},
    }
    for name, fields in schedules.items():
        NOMINEE.create(editor, name=name, **fields)
    listed = [each["recordName"] for each in items(editor) if each["recordType"] == "nominee"]
    assert listed == ["Scheduled", "Draft", "Public"]


def test_the_first_items_name_their_records_and_lead_to_them(editor: Client) -> None:
    record = PHOTO.create(editor, title="Applause")
    assert items(editor)[0] == {
        "recordType": "photo",
        "recordId": record["id"],
        "recordName": "Applause",
        "message": "Alternative text missing",
        "path": f"/admin/photos?edit={record['id']}&field=altText",
    }
    before = editor.get(PATH).json()["total"]
    for _ in range(101):
        PHOTO.create(editor)
    page = editor.get(PATH).json()
    shown = [each for each in page["items"] if each["recordType"] == "photo"]
    assert (len(shown), page["total"]) == (100, before + 101)
    assert editor.get(PATH, params={"limit": "0"}).json() == page | {"items": []}
    assert_problem(editor.get(PATH, params={"limit": "101"}), 422)


def test_what_is_to_do_is_found_again_only_after_a_write(
    editor: Client, statements: list[str]
) -> None:
    PHOTO.create(editor)
    items(editor)
    SPONSOR.create(editor)
    statements.clear()
    items(editor)
    assert [each for each in statements if "FROM sponsors ORDER BY" in each] != []
    # The media library looks for its images in both.
    assert [each for each in statements if "FROM photos ORDER BY" in each] == []


def test_a_countdown_is_to_do_once_it_has_ended(frozen_clock: FrozenClock, editor: Client) -> None:
    def listed() -> list[Body]:
        return [each for each in items(editor) if "countdown" in each["message"]]

    [default] = listed()
    assert default["recordId"] is None
    assert default["path"] == "/admin/content?new=edition&field=content-galaAt"
    target = (clock.now() + timedelta(hours=1)).isoformat()
    section = SECTION.create(editor, identifier="edition", content={"galaAt": target})
    assert listed() == []
    frozen_clock.now += timedelta(hours=1)
    [item] = listed()
    assert item["path"] == f"/admin/content?edit={section['id']}&field=content-galaAt"
    assert item["message"].endswith("The countdown has ended: set its next date")


def test_milestones_are_to_do_once_they_are_over_unless_marked_as_past(editor: Client) -> None:
    today = clock.now().date()
    yesterday = today - timedelta(days=1)
    milestones = [
        {"id": name, "title": name, "date": date, "description": name, "location": "Online"}
        | {"status": status}
        for name, date, status in (
            ("Interviews", f"{yesterday:%B} {yesterday.day}, {yesterday.year}", "upcoming"),
            ("Jury", f"{today:%B} {today.day}, {today.year}", "upcoming"),
            ("Opening", "March 1, 2020", "past"),
            ("Gala", "In autumn", "upcoming"),
        )
    ]
    content = {"milestones": milestones, "galaAt": f"{today}T23:59:59Z"}
    SECTION.create(editor, identifier="edition", content=content)
    found = [each["message"] for each in items(editor) if "ilestone" in each["message"]]
    assert found == ["Milestones are over, but not marked as past: Interviews"]


def test_consents_that_expire_are_to_do(editor: Client) -> None:
    url = upload(editor, "portrait.png")
    describe(editor, url, consentExpiresOn="2020-01-31", altText="Ada")
    describe(editor, upload(editor, "other.png"), consentExpiresOn="2999-01-31", altText="Bisi")
    [filtered] = editor.get("/api/admin/media", params={"toDo": "true"}).json()["items"]
    assert filtered["url"] == url
    [item] = [each for each in items(editor) if each["recordType"] == "media item"]
    assert item["recordName"] == "portrait"
    assert item["message"] == "The consent to use it expired on Jan 31, 2020"
    assert item["path"] == f"/admin/media?edit={item['recordId']}&field=consentExpiresOn"


def test_images_of_the_media_library_without_alternative_text_are_to_do(editor: Client) -> None:
    url = upload(editor, "portrait.png")
    [item] = [each for each in items(editor) if each["recordType"] == "media item"]
    assert (item["recordName"], item["message"]) == ("portrait", "Alternative text missing")
    assert item["path"].endswith("&field=altText")
    describe(editor, url, altText="Ada at her desk")
    assert [each for each in items(editor) if each["recordType"] == "media item"] == []


def test_an_image_that_a_record_describes_is_not_to_do_unless_a_text_shows_it(
    editor: Client,
) -> None:
    url = upload(editor, "portrait.png")
    NOMINEE.create(editor, name="Ada", imageUrl=url)
    assert [each for each in items(editor) if each["recordType"] == "media item"] == []
    assert editor.get("/api/admin/media", params={"toDo": "true"}).json()["items"] == []
    POST.create(editor, content=f"![]({url})")
    [item] = [each for each in items(editor) if each["recordType"] == "media item"]
    assert item["message"] == "Alternative text missing"


def test_a_photo_is_described_by_the_media_library_too(editor: Client) -> None:
    url = upload(editor, "applause.png")
    photo = PHOTO.create(editor, imageUrl=url)
    assert messages(editor, PHOTO, photo) == ["Alternative text missing"]
    describe(editor, url, altText="The audience stands")
    assert messages(editor, PHOTO, photo) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("We met Zoe Alvarez in Lima.", ["Zoe Alvarez"]),
        ("We met Zoé Álvares in Lima.", ["Zoé Álvares"]),
        ("We met Zoé Álvarez, and Zoé Álvarez's sister.", []),
        ("ZOÉ ÁLVAREZ is a finalist of this edition.", []),
        ("Zoé Alba, another founder, came along to us.", []),
        ("We met Zoé Álvaro, who is a nominee, too.", []),
        ("Her friend Zoé, always late, came to see us.", []),
    ],
)
def test_names_that_a_post_spells_differently_are_to_do(
    text: str, found: list[str], editor: Client
) -> None:
    for name in ("Zoé Álvarez", "Zoé Álvaro", "Ada"):
        NOMINEE.create(editor, name=name)
    post = POST.create(editor, content=text, featuredImageUrl="/uploads/a.png")
    expected = [f"'{each}' is spelled 'Zoé Álvarez' among the nominees" for each in found]
    assert messages(editor, POST, post) == expected
    POST.change(editor, post, title=text, content="A text that names nobody.")
    assert messages(editor, POST, post) == expected
    paths = [each["path"] for each in items(editor) if each["recordType"] == POST.key]
    assert {each.partition("&field=")[2] for each in paths} == ({"title"} if found else set())


def test_dead_links_are_to_do(editor: Client) -> None:
    url = "https://example.org/gone"
    with writing() as session:
        session.add(FollowedLink(url=url, problem="not found (404)"))
        session.add(FollowedLink(url="https://example.org"))
    post = POST.create(
        editor, content=f"[Her shop]({url}) is open.", featuredImageUrl="/uploads/a.png"
    )
    sponsor = SPONSOR.create(editor, website_url="https://example.org")
    assert messages(editor, POST, post) == [f"Dead link: {url} (not found (404))"]
    assert messages(editor, SPONSOR, sponsor) == []


def test_links_to_pages_of_this_site_are_no_dead_links(editor: Client) -> None:
    shown = NOMINEE.create(editor)["id"]
    post = POST.create(editor, slug="our-gala", isPublished=True)
    POST.change(editor, post, slug="the-gala")
    site = settings().public_url
    uploaded = upload(editor)
    targets = (
        "/",
        "/nominees?year=2024",
        "/contact/nomination/",
        "/events.ics",
        "/nomination-form.pdf",
        "/share.jpg",
        uploaded,
        f"{site}{uploaded}",
        site,
        f"{site}/about#story",
        f"/nominees/{shown}",
        f"{site}/nominees/{shown}-another-name",
        "/blog/the-gala",
        "/blog/our-gala",
        "#top",
        "?page=2",
        "mailto:team@example.org",
        "https://example.org/nomines",
        "https://[nowhere",
    )
    text = " ".join(f"[here]({each})" for each in targets)
    post = POST.create(editor, content=text, featuredImageUrl="/uploads/a.png")
    assert messages(editor, POST, post) == []


def test_links_that_nobody_can_open_are_dead(editor: Client) -> None:
    hidden = NOMINEE.create(editor, isPublished=False)["id"]
    POST.create(editor, slug="a-draft", isPublished=False)
    problems: dict[str, list[str]] = {
        "visitors find no page there": [
            "/nomines",
            "/404",
            f"/nominees/{hidden}-amara",
            "/nominees/99999",
            "/events/12-gala.ics",
            "/admin/nominees",
            "/blog/a-draft",
            f"{settings().public_url.upper()}/blog/unknown",
        ],
        "the file is not in the media library": ["/uploads/gone.png", "/uploads/gone.mp4"],
        "it must begin with https:// or with a slash": ["www.example.org", "nominees", "../about"],
    }
    for problem, targets in problems.items():
        text = " ".join(f"[here]({each})" for each in targets)
        post = POST.create(editor, content=text, featuredImageUrl="/uploads/a.png")
        assert messages(editor, POST, post) == [
            f"Dead link: {each} ({problem})" for each in targets
        ]
    event = EVENT.create(
        editor, registrationUrl=f"{settings().public_url}/tikets", imageUrl="/uploads/a.png"
    )
    assert "Dead link" in messages(editor, EVENT, event)[-1]


def test_the_links_of_legal_pages_are_checked(editor: Client) -> None:
    texts = {"title": "Terms of Use", "markdown": "See [our pages](/pages)."}
    body = {"name": "Terms of Use", "identifier": "legal.terms", "content": texts}
    assert editor.post("/api/admin/content", json=body).is_success
    [filtered] = editor.get(SECTION.listed, params={"toDo": "true"}).json()["items"]
    assert filtered["identifier"] == "legal.terms"
    found = [each["message"] for each in items(editor) if each["recordName"] == "Terms of Use"]
    assert found == ["Dead link: /pages (visitors find no page there)"]


def test_the_links_of_many_records_are_checked_by_a_few_queries(
    editor: Client, statements: list[str]
) -> None:
    for number in range(24):
        POST.create(
            editor, content=f"[Here](/nominees/{number}) [there](/blog/{number})", isPublished=True
        )
    statements.clear()
    assert len([each for each in items(editor) if "Dead link" in each["message"]]) == 48
    assert len(statements) < 48
