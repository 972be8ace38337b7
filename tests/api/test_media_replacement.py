"""A file of the media library is replaced everywhere, and the replacement can be undone."""

from typing import Any

from httpx import Client

from tests.api.audit_log import changes
from tests.api.entities import (
    COVER_PAGE,
    NOMINEE,
    POST,
    SECTION,
)
from tests.api.media import MEDIA, item_of, items, read, replace, upload, uses
from tests.image_files import MP4


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
    assert changes(admin, action="updated", recordType="nominee")["image_url"] == (old, new)


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
