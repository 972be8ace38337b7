"""The media library: its items, their details, and where they are used."""

import hashlib
import io
import os
import time
from datetime import timedelta
from typing import Any

import pytest
from httpx import Client

from awards_site.core.invalidation import content_version
from awards_site.core.invalidation.changes import Change
from awards_site.core.storage.files import storage
from awards_site.media import replacement
from awards_site.retention import purge_expired
from tests.api.audit_log import changes
from tests.api.conftest import Configure, FrozenClock
from tests.api.entities import (
    COVER_PAGE,
    EVENT,
    NOMINEE,
    PHOTO,
    POST,
    SECTION,
    SPONSOR,
    Entity,
)
from tests.image_files import MP4, image_bytes

MEDIA = "/api/admin/media"


def upload(
    client: Client, name: str = "gala-night.png", colour: str = "red", *, kept: bool = True
) -> str:
    """Upload an image and return its URL; one that is not kept comes from a form."""
    path = "/api/uploads/media-image" if kept else "/api/upload/image"
    response = client.post(path, files={"file": (name, image_bytes(colour=colour), "image/png")})
    assert response.status_code == 201, response.text
    url: str = response.json()["url"]
    return url


def items(client: Client, **params: Any) -> list[dict[str, Any]]:
    response = client.get(MEDIA, params=params)
    assert response.status_code == 200, response.text
    found: list[dict[str, Any]] = response.json()["items"]
    return found


def item_of(client: Client, url: str) -> dict[str, Any]:
    return next(each for each in items(client) if each["url"] == url)


def describe(client: Client, url: str, **fields: Any) -> dict[str, Any]:
    """Set details of the item with this URL, and return it."""
    response = client.patch(f"{MEDIA}/{item_of(client, url)['id']}", json=fields)
    assert response.status_code == 200, response.text
    item: dict[str, Any] = response.json()
    return item


def uses(client: Client, url: str) -> list[tuple[str, str]]:
    """Return the kind and name of the records that use an item."""
    response = client.get(f"{MEDIA}/{item_of(client, url)['id']}/uses")
    return [(each["recordType"], each["name"]) for each in response.json()["uses"]]


def age(url: str, days: int = 8) -> None:
    """Make a stored file as many days old."""
    path = storage().path(url.rpartition("/")[2])
    assert path
    then = time.time() - days * 24 * 3600
    os.utime(path, (then, then))


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


def test_duplicates_are_found_by_the_content_of_the_files(editor: Client) -> None:
    first, second = upload(editor, "one.png"), upload(editor, "two.png")
    upload(editor, "other.png", "blue")
    content = [hashlib.sha256(editor.get(url).content).digest() for url in (first, second)]
    assert content[0] == content[1]
    found = editor.get(f"{MEDIA}/{item_of(editor, first)['id']}/uses").json()
    assert [each["url"] for each in found["duplicates"]] == [second]


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


def test_details_are_validated(editor: Client) -> None:
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


def test_half_a_focal_point_is_completed(editor: Client) -> None:
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


def test_an_unused_item_is_deleted_and_restored(editor: Client) -> None:
    url = upload(editor)
    item = item_of(editor, url)
    assert editor.delete(f"{MEDIA}/{item['id']}").status_code == 204
    assert items(editor) == []
    age(url)
    purge_expired()
    assert editor.post(f"{MEDIA}/{item['id']}/restore").status_code == 200
    assert [each["url"] for each in items(editor)] == [url]
    assert editor.get(url).status_code == 200


def test_the_file_of_a_deleted_item_is_deleted_once_it_cannot_be_restored(
    frozen_clock: FrozenClock, editor: Client
) -> None:
    url = upload(editor)
    editor.delete(f"{MEDIA}/{item_of(editor, url)['id']}")
    age(url)
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


def test_the_audit_log_does_not_repeat_consent_notes(admin: Client) -> None:
    describe(admin, upload(admin), consentNote="Ada, by email", credit="Jane Roe")
    changed = changes(admin, action="updated")
    assert changed["credit"] == (None, "Jane Roe")
    assert changed["consent_note"] == (None, "[redacted]")


def test_other_processes_do_not_hear_of_consent_notes(
    admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = upload(admin)
    heard: list[Change] = []
    monkeypatch.setattr(content_version, "bump", heard.extend)
    describe(admin, url, consentNote="Ada, by email", credit="Jane Roe")
    assert "Jane Roe" in str(heard)
    assert "by email" not in str(heard)


def read(client: Client, entity: Entity, record: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = client.get(entity.path(record["id"])).json()
    return found


def replace(client: Client, old: str, new: str) -> Any:
    return client.post(f"{MEDIA}/{item_of(client, old)['id']}/replace", json={"url": new})


def test_a_file_is_replaced_in_all_records_at_once(admin: Client) -> None:
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


def test_each_replaced_record_has_its_version_and_audit_entry(admin: Client) -> None:
    old, new = upload(admin, "old.png"), upload(admin, "new.png", "blue")
    nominee = NOMINEE.create(admin, imageUrl=old)
    replace(admin, old, new)
    versions = admin.get(f"/api/nominees/{nominee['id']}/versions").json()
    assert [each["values"]["imageUrl"] for each in versions] == [new, old]
    assert changes(admin, action="updated", recordType="nominee")["image_url"] == (old, new)


def test_visitors_see_the_replacement_at_once(admin: Client, anonymous: Client) -> None:
    old, new = upload(admin, "old.png"), upload(admin, "new.png", "blue")
    NOMINEE.create(admin, imageUrl=old)
    assert anonymous.get("/api/nominees").json()[0]["imageUrl"] == old
    replace(admin, old, new)
    assert anonymous.get("/api/nominees").json()[0]["imageUrl"] == new


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
    for refused in (
        admin.delete(f"{MEDIA}/{item_of(admin, url)['id']}"),
        replace(admin, url, new),
    ):
        assert refused.status_code in (409, 422)
        assert "draft of nominee 'Ada'" in refused.json()["message"]
    admin.delete(draft)
    assert uses(admin, url) == []
    assert replace(admin, url, new).status_code == 200


def test_a_replacement_is_undone_except_where_someone_has_changed_a_record(
    admin: Client,
) -> None:
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
    monkeypatch.setattr(replacement, "MAX_RECORDS", 1)
    old, new = upload(admin, "old.png"), upload(admin, "new.png", "blue")
    for _ in range(2):
        NOMINEE.create(admin, imageUrl=old)
    assert replace(admin, old, new).status_code == 422
    assert len(uses(admin, old)) == 2


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


def test_details_of_one_image_leave_other_responses_in_the_cache(
    admin: Client, anonymous: Client, statements: list[str]
) -> None:
    shown, other = upload(admin), upload(admin, "other.png", "blue")
    NOMINEE.create(admin, imageUrl=shown)
    anonymous.get("/api/nominees/published")
    describe(admin, other, altText="Another image")
    upload(admin, "third.png", "green")
    statements.clear()
    anonymous.get("/api/nominees/published")
    assert not [each for each in statements if "nominees" in each]


def test_consents_that_expire_are_found(frozen_clock: FrozenClock, admin: Client) -> None:
    days = {"past": -1, "today": 0, "soon": 30, "later": 31}
    urls = {name: upload(admin, f"{name}.png") for name in (*days, "never")}
    for name, number in days.items():
        day = (frozen_clock.now + timedelta(days=number)).date().isoformat()
        describe(admin, urls[name], consentExpiresOn=day)
    due = {each["title"] for each in items(admin, consent="due")}
    assert due == {"past", "today", "soon"}
    assert {each["title"] for each in items(admin, consent="expired")} == {"past"}


def test_the_social_image_keeps_the_focal_point_in_view(admin: Client, anonymous: Client) -> None:
    url = upload(admin)
    nominee = NOMINEE.create(admin, imageUrl=url)
    path = f"/share/nominees/{nominee['id']}-x.jpg"
    before = anonymous.get(path, follow_redirects=False).headers["Location"]
    describe(admin, url, focalX=10, focalY=90)
    after = anonymous.get(path, follow_redirects=False).headers["Location"]
    assert before != after
    assert anonymous.get(after).status_code == 200
    describe(admin, url, focalX=50, focalY=50)
    assert anonymous.get(path, follow_redirects=False).headers["Location"] not in (before, after)


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


def test_a_replacement_without_details_is_refused_if_the_setting_says_so(
    configure: Configure, admin: Client
) -> None:
    old, new = upload(admin, "old.png"), upload(admin, "new.png", "blue")
    NOMINEE.create(admin, name="Ada", imageUrl=old)
    configure(AWARDS_MEDIA_RULES="block")
    refused = replace(admin, old, new)
    assert refused.status_code == 422
    assert refused.json()["message"].startswith("Ada: Before this is published")
    describe(admin, new, altText="Ada on stage", credit="Jane Roe")
    assert replace(admin, old, new).status_code == 200


def test_logos_and_external_images_need_no_details(admin: Client) -> None:
    url = upload(admin)
    for response in (
        admin.post("/api/sponsors", json=SPONSOR.body(logo_url=url)),
        admin.post("/api/nominees", json=NOMINEE.body(imageUrl="https://example.org/a.png")),
        admin.post("/api/blog", json=POST.body(featuredImageUrl=url, isPublished=False)),
    ):
        assert response.status_code == 201
        assert "Lacking-Image-Details" not in response.headers


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


def test_nothing_is_reported_if_the_setting_says_so(configure: Configure, admin: Client) -> None:
    configure(AWARDS_MEDIA_RULES="off", AWARDS_SESSION_IDLE_HOURS="100")
    response = admin.post("/api/nominees", json=NOMINEE.body(imageUrl=upload(admin)))
    assert "Lacking-Image-Details" not in response.headers
