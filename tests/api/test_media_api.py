"""The media library: its items, their uses, and when their files are deleted."""

import io
from datetime import timedelta

import pytest
from httpx import Client

from awards_site.core.files.files import storage
from awards_site.operations.retention import purge_expired
from tests.api.audit_log import changes
from tests.api.conftest import FrozenClock
from tests.api.entities import (
    COVER_PAGE,
    EVENT,
    NOMINEE,
    PHOTO,
    POST,
    SECTION,
    SPONSOR,
)
from tests.api.media import MEDIA, age, describe, item_of, items, upload, uses
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


def test_the_audit_log_does_not_repeat_consent_notes(admin: Client) -> None:
    describe(admin, upload(admin), consentNote="Ada, by email", credit="Jane Roe")
    changed = changes(admin, action="updated")
    assert changed["credit"] == (None, "Jane Roe")
    assert changed["consent_note"] == (None, "[redacted]")
