"""A disk that takes no more is reported to who writes, spares readers, and can be repaired."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests import postgresql
from tests.factories import photo_body
from tests.faults.conftest import NewSite
from tests.faults.fault_site import FaultSite
from tests.image_files import MP4, image_bytes

NO_SPACE = "The site has no space left to store this. Please try again later."
NOT_WRITABLE = "The site cannot write to its disk at the moment."
UNLIMITED = -1
IMAGES = "/api/upload/image"
VIDEOS = "/api/uploads/cover-page-video"


@pytest.fixture
def site(new_site: NewSite) -> FaultSite:
    return new_site()


@pytest.fixture
def admin(site: FaultSite) -> Iterator[httpx.Client]:
    with site.admin() as client:
        yield client


def upload(client: httpx.Client, path: str, content: bytes) -> httpx.Response:
    return client.post(path, files={"file": ("a", content)})


def stored(site: FaultSite) -> list[Path]:
    return [each for each in site.uploads.rglob("*") if each.is_file()]


def expect_reads(client: httpx.Client, photo: dict[str, object]) -> None:
    assert client.get("/api/admin/photos").json() == [photo]
    assert client.get(str(photo["imageUrl"])).status_code == 200


def new_photo(client: httpx.Client) -> dict[str, object]:
    url = upload(client, IMAGES, image_bytes()).json()["url"]
    created = client.post("/api/photos", json=photo_body(imageUrl=url))
    assert created.status_code == 201
    photo: dict[str, object] = created.json()
    return photo


def test_a_full_disk_refuses_writes_until_there_is_space(
    site: FaultSite, admin: httpx.Client
) -> None:
    photo, before = new_photo(admin), stored(site)
    site.limit_file_size(4096)
    refused = upload(admin, VIDEOS, MP4 + bytes(100_000))
    assert (refused.status_code, refused.json()["message"]) == (507, NO_SPACE)
    if not postgresql.is_used:
        # SQLite reports a file that cannot grow as a failure of the disk.
        for response in (
            admin.post("/api/photos", json=photo_body()),
            admin.put(f"/api/photos/{photo['id']}", json={"title": "Changed"}),
        ):
            assert response.status_code == 503
            assert response.json()["message"].startswith(NOT_WRITABLE)
            assert int(response.headers["Retry-After"]) > 0
    expect_reads(admin, photo)
    assert stored(site) == before
    site.limit_file_size(UNLIMITED)
    changed = admin.put(f"/api/photos/{photo['id']}", json={"title": "Changed"})
    assert changed.json()["title"] == "Changed"
    assert upload(admin, VIDEOS, MP4 + bytes(100_000)).status_code == 201


def test_a_read_only_folder_refuses_uploads_until_it_is_writable(
    site: FaultSite, admin: httpx.Client
) -> None:
    photo, before = new_photo(admin), stored(site)
    site.uploads.chmod(0o500)
    try:
        refused = upload(admin, IMAGES, image_bytes())
        assert refused.status_code == 503
        assert refused.json()["message"].startswith(NOT_WRITABLE)
        assert int(refused.headers["Retry-After"]) > 0
        expect_reads(admin, photo)
        assert stored(site) == before
    finally:
        site.uploads.chmod(0o700)
    assert upload(admin, IMAGES, image_bytes()).status_code == 201
