"""The media library: items, their uses, details and replacements."""

import io
from datetime import timedelta
from typing import Any

import pytest
from httpx import Client, Response

from awards_site.core.files.storage import storage
from awards_site.features.media import service
from awards_site.features.media.entity import MAX_NAMED_ITEMS
from awards_site.operations.retention import purge_expired
from tests.api.audit_log import changes
from tests.api.conftest import Configure, FrozenClock
from tests.api.entities import COVER_PAGE, EVENT, NOMINEE, PHOTO, POST, SECTION, SPONSOR
from tests.api.media import MEDIA, age, describe, item_of, items, read, replace, upload, uses
from tests.api.test_errors import assert_problem
from tests.image_files import MP4, image_bytes


def test_every_upload_is_in_the_library(editor: Client) -> None:
    url = upload(editor)
    video = editor.post(
        "/api/uploads/cover-page-video", files={"file": ("opening.mp4", MP4, "video/mp4")}
    ).json()["url"]
    newest, oldest = items(editor)
    assert (newest["url"], newest["kind"], newest["title"]) == (video, "video", "opening")
    assert newest["image"] is None
    assert (oldest["url"], oldest["kind"], oldest["title"]) == (url, "image", "gala-night")
    assert (oldest["image"]["width"], oldest["image"]["height"]) == (8, 6)
    assert oldest["fileSize"] == len(editor.get(url).content)
    assert oldest["uploaderName"] == editor.get("/api/auth/me").json()["name"]


def test_items_are_searched_and_filtered(editor: Client) -> None:
    red, blue = upload(editor, "portrait.png"), upload(editor, "stage.png", "blue")
    again = upload(editor, "copy.png")
    NOMINEE.create(editor, imageUrl=red)
    describe(editor, blue, altText="A stage in blue light", credit="Jane Roe")

    def urls(**params: str) -> set[str]:
        return {each["url"] for each in items(editor, **params)}

    assert urls(search="blue light") == {blue}
    assert urls(kind="image") == {red, blue, again}
    assert urls(kind="video") == set()
    assert urls(use="used") == {red}
    assert urls(use="unused") == {blue, again}
    assert urls(missing="altText") == {red, again}
    assert urls(missing="credit", use="used") == {red}
    assert urls(duplicates="true") == {red, again}
    assert urls(duplicates="false") == {blue}
    assert item_of(editor, red)["uses"] == 1
    assert item_of(editor, red)["duplicates"] == 1
    exported = editor.get(f"{MEDIA}/export", params={"use": "used"}).json()
    assert [each["url"] for each in exported] == [red]


@pytest.mark.parametrize("name", ["use", "missing", "consent", "duplicates", "kind"])
def test_a_filter_refuses_other_values(editor: Client, name: str) -> None:
    response = editor.get(MEDIA, params={name: "wrong"})
    assert response.status_code == 422
    assert response.json()["errors"][0]["field"] == name


def test_uses_are_found_in_every_kind_of_record(admin: Client) -> None:
    url = upload(admin)
    NOMINEE.create(admin, name="Ada", imageUrl=url)
    PHOTO.create(admin, title="Stage", imageUrl=url)
    EVENT.create(admin, title="Gala", imageUrl=url)
    SPONSOR.create(admin, name="Bank", logo_url=url)
    COVER_PAGE.create(admin, title="Cover", image_url="https://example.org/x.jpg", media_urls=[url])
    POST.create(admin, title="A post", content=f"An image in the text: ![]({url}) of it.")
    SECTION.create(admin, name="Texts", content={"people": [{"image": url}]})
    NOMINEE.create(admin, name="Grace", imageUrl=f"https://awards.example.org{url}")
    NOMINEE.create(admin, name="Other", imageUrl=upload(admin, "other.png"))
    assert sorted(uses(admin, url)) == [
        ("blog post", "A post"),
        ("content section", "Texts"),
        ("cover page", "Cover"),
        ("event", "Gala"),
        ("nominee", "Ada"),
        ("nominee", "Grace"),
        ("photo", "Stage"),
        ("sponsor", "Bank"),
    ]
    assert {each["title"] for each in items(admin, use="unused")} == set()


def test_details_are_validated_and_half_a_focal_point_completed(editor: Client) -> None:
    item = item_of(editor, upload(editor))
    for field, value, message in (
        ("title", "", "Title is required"),
        ("focalX", 101, "Focal x must be a whole number from 0 to 100"),
        ("consentExpiresOn", "soon", "Consent expires on must be a date such as 2030-12-31"),
        ("url", "/uploads/other.png", "Unknown field"),
    ):
        response = editor.patch(f"{MEDIA}/{item['id']}", json={field: value})
        assert response.status_code == 422
        assert response.json()["errors"][0]["field"] == field
        if field != "url":
            assert response.json()["message"] == message
    item = describe(editor, upload(editor), focalY=20)
    assert (item["focalX"], item["focalY"]) == (50, 20)


def test_an_item_that_is_used_is_not_deleted(editor: Client) -> None:
    url = upload(editor)
    NOMINEE.create(editor, name="Ada", imageUrl=url)
    item = item_of(editor, url)
    response = editor.delete(f"{MEDIA}/{item['id']}")
    assert response.status_code == 409
    assert "nominee 'Ada'" in response.json()["message"]
    assert editor.get(url).status_code == 200


def test_an_unused_item_is_deleted_and_restored_until_its_file_is_purged(
    frozen_clock: FrozenClock, editor: Client
) -> None:
    url = upload(editor)
    item = item_of(editor, url)
    assert editor.delete(f"{MEDIA}/{item['id']}").status_code == 204
    assert items(editor) == []
    age(url)
    purge_expired()
    assert editor.post(f"{MEDIA}/{item['id']}/restore").status_code == 200
    assert [each["url"] for each in items(editor)] == [url]
    assert editor.get(url).status_code == 200
    assert editor.delete(f"{MEDIA}/{item['id']}").status_code == 204
    frozen_clock.advance(timedelta(hours=2))
    purge_expired()
    assert editor.get(url).status_code == 404
    assert items(editor) == []


def test_unused_files_stay_if_they_were_uploaded_or_described_in_the_library(
    editor: Client,
) -> None:
    kept, abandoned = upload(editor), upload(editor, kept=False)
    described = upload(editor, kept=False)
    describe(editor, described, altText="A gala")
    for url in (kept, abandoned, described):
        age(url)
    purge_expired()
    assert {each["url"] for each in items(editor)} == {kept, described}
    assert editor.get(abandoned).status_code == 404


def test_used_files_of_earlier_versions_are_added(editor: Client) -> None:
    name = storage().save(io.BytesIO(image_bytes()), "png")
    NOMINEE.create(editor, name="Ada", imageUrl=f"/uploads/{name}")
    NOMINEE.create(editor, imageUrl="/uploads/missing.png")
    purge_expired()
    purge_expired()
    assert [(each["title"], each["uses"]) for each in items(editor)] == [("Ada", 1)]


def test_the_audit_log_does_not_repeat_consent_notes(admin: Client) -> None:
    describe(admin, upload(admin), consentNote="Ada, by email", credit="Jane Roe")
    changed = changes(admin, action="updated")
    assert changed["credit"] == (None, "Jane Roe")
    assert changed["consent_note"] == (None, "[redacted]")


COLOURS = ("red", "green", "blue", "gold", "plum")


@pytest.fixture
def urls(editor: Client) -> list[str]:
    return [upload(editor, f"{colour}.png", colour) for colour in COLOURS]


def send(client: Client, action: str, *urls: str, **values: str) -> Response:
    return send_ids(client, action, [item_of(client, url)["id"] for url in urls], **values)


def send_ids(client: Client, action: str, ids: list[int], **values: str) -> Response:
    body = {"action": action, "ids": ids, "values": values}
    return client.post(f"{MEDIA}/bulk", json=body)


def test_unused_items_are_deleted_together_and_it_is_undone(
    editor: Client, urls: list[str]
) -> None:
    deleted = send(editor, "delete", *urls[1:]).json()
    assert {each["name"] for each in deleted["changed"]} == set(COLOURS[1:])
    assert [each["url"] for each in items(editor)] == urls[:1]
    undone = editor.post(f"{MEDIA}/bulk/undo", json=deleted).json()
    assert undone == {"restored": 4, "skipped": []}
    assert {each["url"] for each in items(editor)} == set(urls)


def test_none_of_several_items_is_deleted_if_one_is_used(editor: Client, urls: list[str]) -> None:
    NOMINEE.create(editor, name="Ada Obi", imageUrl=urls[0])
    problem = assert_problem(send(editor, "delete", *urls), 409)
    assert problem["message"] == (
        "'red' is used by: nominee 'Ada Obi'. Replace or remove it there first"
    )
    for url in urls[1:]:
        NOMINEE.create(editor, name="Bisi", imageUrl=url)
    message = assert_problem(send(editor, "delete", *urls), 409)["message"]
    assert message.count("is used by") == MAX_NAMED_ITEMS
    assert message.endswith(". 2 more are used, too. Replace or remove them there first")
    assert len(items(editor)) == len(urls)


def test_a_credit_is_set_for_several_items(editor: Client, urls: list[str]) -> None:
    changed = send(editor, "set", *urls[:3], credit="Jane Roe").json()
    assert len(changed["changed"]) == 3
    assert {each["url"] for each in items(editor, missing="credit")} == set(urls[3:])
    assert editor.post(f"{MEDIA}/bulk/undo", json=changed).json()["restored"] == 3
    assert {each["url"] for each in items(editor, missing="credit")} == set(urls)
    assert_problem(send(editor, "set", *urls, altText="A stage"), 422)
    assert_problem(send(editor, "publish", *urls), 422)


def test_a_file_is_replaced_in_all_records_with_versions_and_audit_entries(admin: Client) -> None:
    old, new = upload(admin, "old.png"), upload(admin, "new.png", "blue")
    nominee = NOMINEE.create(admin, imageUrl=old)
    cover = COVER_PAGE.create(admin, image_url=old, media_urls=[old])
    post = POST.create(admin, content=f"Before ![a]({old}) and after it.", isPublished=True)
    section = SECTION.create(admin, content={"people": [{"image": old, "name": "Ada"}]})
    result = replace(admin, old, new).json()
    assert len(result["records"]) == 4
    assert read(admin, NOMINEE, nominee)["imageUrl"] == new
    changed = read(admin, COVER_PAGE, cover)
    assert (changed["image_url"], changed["media_urls"]) == (new, [new])
    assert read(admin, POST, post)["content"] == f"Before ![a]({new}) and after it."
    assert read(admin, SECTION, section)["content"] == {"people": [{"image": new, "name": "Ada"}]}
    assert uses(admin, old) == []
    assert len(uses(admin, new)) == 5
    replace(admin, old, new)
    versions = admin.get(f"/api/nominees/{nominee['id']}/versions").json()
    assert [each["values"]["imageUrl"] for each in versions] == [new, old]
    assert changes(admin, action="updated", search="nominee")["image_url"] == (old, new)


def test_a_replacement_is_another_item_of_the_same_kind(admin: Client) -> None:
    image = upload(admin)
    video = admin.post(
        "/api/uploads/media-video", files={"file": ("film.mp4", MP4, "video/mp4")}
    ).json()["url"]
    NOMINEE.create(admin, imageUrl=image)
    for url in (image, video, "/uploads/missing.png", "https://example.org/a.png", ""):
        response = replace(admin, image, url)
        assert response.status_code == 422
        assert response.json()["errors"][0]["field"] == "url"
    assert len(uses(admin, image)) == 1


def test_a_draft_uses_an_item_as_its_record_does(admin: Client) -> None:
    url, new = upload(admin, "old.png"), upload(admin, "new.png", "blue")
    nominee = NOMINEE.create(admin, name="Ada")
    draft = f"{NOMINEE.path(nominee['id'])}/draft"
    assert admin.put(draft, json={"imageUrl": url}).status_code == 200
    assert uses(admin, url) == [("draft of nominee", "Ada")]
    assert item_of(admin, url)["uses"] == 1
    assert [each["url"] for each in items(admin, use="used")] == [url]
    assert [each["url"] for each in items(admin, use="unused")] == [new]
    for refused in (admin.delete(f"{MEDIA}/{item_of(admin, url)['id']}"), replace(admin, url, new)):
        assert refused.status_code in (409, 422)
        assert "draft of nominee 'Ada'" in refused.json()["message"]
    admin.delete(draft)
    assert uses(admin, url) == []
    assert replace(admin, url, new).status_code == 200


def test_a_replacement_is_undone_except_where_someone_has_changed_a_record(admin: Client) -> None:
    old, new = upload(admin, "old.png"), upload(admin, "new.png", "blue")
    first = NOMINEE.create(admin, name="Ada", imageUrl=old)
    second = NOMINEE.create(admin, name="Grace", imageUrl=old)
    own = NOMINEE.create(admin, name="Own", imageUrl=new)
    result = replace(admin, old, new).json()
    NOMINEE.change(admin, second, imageUrl="/uploads/third.png")
    path = f"{MEDIA}/{item_of(admin, old)['id']}/replace/undo"
    undone = admin.post(path, json=result).json()
    assert undone["restored"] == 1
    assert [each["name"] for each in undone["skipped"]] == ["Grace"]
    urls = [read(admin, NOMINEE, each)["imageUrl"] for each in (first, second, own)]
    assert urls == [old, "/uploads/third.png", new]


def test_pages_get_the_details_of_images_that_have_some(admin: Client, anonymous: Client) -> None:
    url = upload(admin)
    NOMINEE.create(admin, imageUrl=url)
    keys = {"src", "width", "height", "avif", "webp", "tint"}

    def image() -> dict[str, Any]:
        found: dict[str, Any] = anonymous.get("/api/nominees").json()[0]["image"]
        return found

    assert image().keys() == keys
    describe(admin, url, altText="Ada on stage", credit="Jane Roe", focalX=30, focalY=10)
    assert (image()["alt"], image()["credit"], image()["position"]) == (
        "Ada on stage",
        "Jane Roe",
        "30% 10%",
    )
    describe(admin, url, focalX=50, focalY=50)
    # Without a focal point, some crops keep what is above the centre.
    assert image()["position"] == "50% 50%"
    describe(admin, url, altText=None, credit=None, focalX=None, focalY=None)
    assert image().keys() == keys
    describe(admin, url, consentNote="Ada, by email")
    assert "by email" not in anonymous.get("/api/nominees").text


def test_a_photos_own_alternative_text_overrides_that_of_the_library(
    admin: Client, anonymous: Client
) -> None:
    url = upload(admin)
    PHOTO.create(admin, imageUrl=url, altText="The stage")
    assert "alt" not in anonymous.get("/api/photos").json()[0]["image"]
    describe(admin, url, altText="A red square")
    assert anonymous.get("/api/photos").json()[0]["image"]["alt"] == "The stage"


def test_consents_that_expire_are_found(frozen_clock: FrozenClock, admin: Client) -> None:
    days = {"past": -1, "today": 0, "soon": 30, "later": 31}
    urls = {name: upload(admin, f"{name}.png") for name in (*days, "never")}
    for name, number in days.items():
        day = (frozen_clock.now + timedelta(days=number)).date().isoformat()
        describe(admin, urls[name], consentExpiresOn=day)
    due = {each["title"] for each in items(admin, consent="due")}
    assert due == {"past", "today", "soon"}
    assert {each["title"] for each in items(admin, consent="expired")} == {"past"}


def test_a_published_image_without_details_is_reported(admin: Client) -> None:
    url = upload(admin)
    header = "Lacking-Image-Details"
    created = admin.post("/api/nominees", json=NOMINEE.body(imageUrl=url))
    assert created.status_code == 201
    assert created.headers[header] == "alternative text, credit"
    path = NOMINEE.path(created.json()["id"])
    # What is published already is not reported again.
    assert header not in admin.patch(path, json={"title": "Director"}).headers
    describe(admin, url, altText="Ada on stage")
    admin.patch(path, json={"isPublished": False})
    assert admin.patch(path, json={"isPublished": True}).headers[header] == "credit"
    describe(admin, url, credit="Jane Roe")
    admin.patch(path, json={"isPublished": False})
    assert header not in admin.patch(path, json={"isPublished": True}).headers


def test_images_without_details_are_not_published_if_the_setting_says_so(
    configure: Configure, admin: Client
) -> None:
    configure(AWARDS_MEDIA_RULES="block", AWARDS_SESSION_IDLE_HOURS="100")
    url = upload(admin)
    draft = NOMINEE.create(admin, imageUrl=url, isPublished=False)
    response = admin.patch(NOMINEE.path(draft["id"]), json={"isPublished": True})
    assert response.status_code == 422
    assert response.json()["errors"] == [
        {
            "field": "imageUrl",
            "message": "Before this is published, its image needs an alternative text and a credit."
            " Add what is missing in Media.",
        }
    ]
    bulk = admin.post("/api/nominees/bulk", json={"action": "publish", "ids": [draft["id"]]})
    assert bulk.status_code == 422
    describe(admin, url, altText="Ada on stage", credit="Jane Roe")
    assert NOMINEE.change(admin, draft, isPublished=True)["isPublished"]


def test_nothing_is_reported_of_logos_external_images_or_if_the_setting_says_so(
    admin: Client, configure: Configure
) -> None:
    url = upload(admin)
    for response in (
        admin.post("/api/sponsors", json=SPONSOR.body(logo_url=url)),
        admin.post("/api/nominees", json=NOMINEE.body(imageUrl="https://example.org/a.png")),
        admin.post("/api/blog", json=POST.body(featuredImageUrl=url, isPublished=False)),
    ):
        assert response.status_code == 201
        assert "Lacking-Image-Details" not in response.headers
    configure(AWARDS_MEDIA_RULES="off", AWARDS_SESSION_IDLE_HOURS="100")
    response = admin.post("/api/nominees", json=NOMINEE.body(imageUrl=upload(admin)))
    assert "Lacking-Image-Details" not in response.headers


def test_the_image_of_a_draft_is_checked_as_that_of_an_update(
    configure: Configure, admin: Client
) -> None:
    url = upload(admin)
    path = NOMINEE.path(NOMINEE.create(admin)["id"])
    assert admin.put(f"{path}/draft", json={"imageUrl": url}).status_code == 200
    published = admin.post(f"{path}/draft/publish")
    assert published.headers["Lacking-Image-Details"] == "alternative text, credit"
    configure(AWARDS_MEDIA_RULES="off")
    other = {"imageUrl": upload(admin, "other.png", "blue")}
    assert admin.put(f"{path}/draft", json=other).status_code == 200
    configure(AWARDS_MEDIA_RULES="block")
    for refused in (
        admin.put(f"{path}/draft", json=other),
        admin.post(f"{path}/draft/publish"),
    ):
        assert refused.status_code == 422
        assert refused.json()["errors"][0]["field"] == "imageUrl"
    assert admin.get(path).json()["imageUrl"] == url


def test_a_file_that_cannot_be_read_does_not_stop_the_purge(
    editor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [
        storage().save(io.BytesIO(image_bytes(colour=each)), "png") for each in ("red", "blue")
    ]
    for name in names:
        NOMINEE.create(editor, name=name, imageUrl=f"/uploads/{name}")
    read = storage().open

    def fail_once(name: str) -> Any:
        if name == names[0]:
            raise PermissionError(name)
        return read(name)

    monkeypatch.setattr(type(storage()), "open", lambda _storage, name: fail_once(name))
    purge_expired()
    assert [each["title"] for each in items(editor)] == [names[1]]


def test_a_replacement_in_long_texts_is_undone(admin: Client) -> None:
    old, new = upload(admin, "old.png"), upload(admin, "new.png", "blue")
    text = f"![a]({old}) {'word ' * 15_000}"
    posts = [POST.create(admin, content=text) for _ in range(8)]
    result = replace(admin, old, new)
    path = f"{MEDIA}/{item_of(admin, old)['id']}/replace/undo"
    undone = admin.post(path, json=result.json())
    assert undone.status_code == 200, undone.text
    assert undone.json()["restored"] == 8
    assert {read(admin, POST, each)["content"] for each in posts} == {posts[0]["content"]}


def test_only_what_a_replacement_changed_is_undone(admin: Client) -> None:
    old, new = upload(admin, "old.png"), upload(admin, "new.png", "blue")
    nominee = NOMINEE.create(admin, name="Ada", imageUrl=old)
    [record] = replace(admin, old, new).json()["records"]
    NOMINEE.change(admin, nominee, name="Ada Obi")
    path = f"{MEDIA}/{item_of(admin, old)['id']}/replace/undo"
    wrongs: list[dict[str, Any]] = [
        {"fields": []},
        {"fields": ["id"]},
        {"table": "users"},
        {"version": 999},
    ]
    for wrong in wrongs:
        refused = admin.post(path, json={"records": [{**record, **wrong}]}).json()
        assert refused["restored"] == 0
    assert admin.post(path, json={"records": [record]}).json()["restored"] == 1
    restored = read(admin, NOMINEE, nominee)
    assert (restored["name"], restored["imageUrl"]) == ("Ada Obi", old)


def test_a_replacement_in_too_many_records_is_refused(
    monkeypatch: pytest.MonkeyPatch, admin: Client
) -> None:
    monkeypatch.setattr(service, "MAX_RECORDS", 1)
    old, new = upload(admin, "old.png"), upload(admin, "new.png", "blue")
    for _ in range(2):
        NOMINEE.create(admin, imageUrl=old)
    assert replace(admin, old, new).status_code == 422
    assert len(uses(admin, old)) == 2
