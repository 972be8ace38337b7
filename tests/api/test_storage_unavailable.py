"""Without its object storage the site answers clearly, and goes on when the storage is back."""

import pytest
from httpx import Client

from tests.api.conftest import Configure
from tests.api.entities import NOMINEE, PHOTO
from tests.api.test_uploads_api import VIDEO_ENDPOINT, upload
from tests.image_files import MP4, image_bytes
from tests.s3_server import S3Server

MESSAGE = "File storage is unavailable. Please try again in a moment."


@pytest.fixture(autouse=True)
def bucket(bucket_url: str) -> str:
    return bucket_url


def test_uploads_and_files_return_503_until_the_storage_is_back(
    s3: S3Server, editor: Client, anonymous: Client
) -> None:
    url = upload(editor, image_bytes()).json()["url"]
    s3.stop()
    try:
        refused = [
            upload(editor, image_bytes()),
            upload(editor, MP4 + bytes(6_000_000), VIDEO_ENDPOINT),
            anonymous.get(url),
            anonymous.get(url, headers={"Range": "bytes=0-1"}),
            anonymous.get("/uploads/sizes/abc.480.avif"),
        ]
        for response in refused:
            assert response.status_code == 503
            assert response.json() == {"message": MESSAGE}
            assert response.headers["Retry-After"] == "10"
            assert "immutable" not in response.headers.get("Cache-Control", "")
    finally:
        s3.start()
    assert anonymous.get(url).status_code == 200
    assert upload(editor, image_bytes()).status_code == 201


def test_lists_and_forms_need_no_storage(s3: S3Server, editor: Client, anonymous: Client) -> None:
    url = upload(editor, image_bytes()).json()["url"]
    s3.stop()
    try:
        PHOTO.create(editor, imageUrl=url)
        [photo] = anonymous.get("/api/photos").json()
        assert (photo["image"]["width"], photo["image"]["height"]) == (8, 6)
        assert anonymous.get("/api/ready").status_code == 200
    finally:
        s3.start()


def test_a_social_image_is_not_rendered_without_its_image(
    s3: S3Server, editor: Client, anonymous: Client, configure: Configure
) -> None:
    url = upload(editor, image_bytes()).json()["url"]
    nominee = NOMINEE.create(editor, imageUrl=url)
    url = anonymous.get(f"/share/nominees/{nominee['id']}-x.jpg").headers["Location"]
    s3.stop()
    try:
        assert anonymous.get(url).status_code == 503
    finally:
        s3.start()
    image = anonymous.get(url)
    assert (image.status_code, image.headers["Content-Type"]) == (200, "image/jpeg")
