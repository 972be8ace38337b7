"""A disk that takes no more is reported to who writes, spares readers, and can be repaired."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from tests import postgresql
from tests.factories import message_body, photo_body
from tests.faults.conftest import NewSite
from tests.faults.fault_site import FaultSite, wait_until
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


CAN_MOUNT = os.geteuid() == 0 and not postgresql.is_used and shutil.which("mount") is not None


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """The site's data folder as a disk of 128 MB."""
    folder = tmp_path / "data"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=128m", "tmpfs", str(folder)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("this container may not mount a file system")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(folder: Path) -> Path:
    """Write until the disk of a folder is full; return the file."""
    filler = folder / "filler"
    with suppress(OSError), filler.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))
    assert shutil.disk_usage(folder).free == 0
    return filler


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


def test_a_full_disk_and_a_read_only_folder_refuse_writes_until_they_take_some_again(
    site: FaultSite, admin: httpx.Client
) -> None:
    photo, before = new_photo(admin), stored(site)
    site.limit_file_size(4096)
    refused = upload(admin, VIDEOS, MP4 + bytes(100_000))
    assert (refused.status_code, refused.json()["message"]) == (507, NO_SPACE)
    assert int(refused.headers["Retry-After"]) > 0
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
    photo, before = changed.json(), stored(site)
    site.uploads.chmod(0o500)
    refused = upload(admin, IMAGES, image_bytes())
    expect_reads(admin, photo)
    site.uploads.chmod(0o700)
    assert refused.status_code == 503
    assert refused.json()["message"].startswith(NOT_WRITABLE)
    assert int(refused.headers["Retry-After"]) > 0
    assert stored(site) == before
    assert upload(admin, IMAGES, image_bytes()).status_code == 201


@pytest.mark.skipif(not CAN_MOUNT, reason="only root mounts a file system")
def test_staff_can_sign_in_and_tidy_up_on_a_full_disk(new_site: NewSite, small_disk: Path) -> None:
    site = new_site()
    reserve = site.data_dir / "reserve"
    wait_until(reserve.exists, "the reserve")
    with site.admin() as admin:
        photo = new_photo(admin)
    filler = fill(site.data_dir)
    assert httpx.post(f"{site.url}/api/contact", json=message_body()).status_code == 507
    with site.admin() as admin:
        expect_reads(admin, photo)
        assert admin.delete(f"/api/photos/{photo['id']}").status_code == 204
    assert not reserve.exists()
    filler.unlink()
