"""Two hosts with one bucket show the same uploads, and share the work on their image variants."""

from io import BytesIO
from typing import Any

import httpx
import pytest
from redis import Redis

from awards_site.core.files.storage import storage
from awards_site.core.files.variant_worker import CLAIM, LISTING_SECONDS, make_missing_variants
from awards_site.settings import settings
from tests.cluster.conftest import StartHost
from tests.factories import photo_body
from tests.image_files import image_bytes
from tests.s3_server import S3Server, new_bucket_url
from tests.websockets.portal import WAIT_SECONDS, Portal, wait_until

pytestmark = pytest.mark.redis_only

SIZE = (900, 600)


@pytest.fixture(scope="module")
def hosts_with_bucket(start_host: StartHost, redis_url: str, s3: S3Server) -> list[Portal]:
    """Two hosts that store their files in one bucket, and make image variants."""
    storage = {"AWARDS_STORAGE_URL": new_bucket_url(), "AWARDS_IMAGE_VARIANTS": "1"}
    return [start_host(redis_url, **s3.environment, **storage) for _ in range(2)]


def publish_photo(host: Portal) -> str:
    """Upload and publish a photo, and return the URL of its image."""
    admin = host.admin()
    uploaded = admin.post("/api/upload/image", files={"image": ("a.png", image_bytes(size=SIZE))})
    assert uploaded.status_code == 201, uploaded.text
    url = str(uploaded.json()["url"])
    created = admin.post("/api/photos", json=photo_body(imageUrl=url, isPublished=True))
    assert created.status_code == 201, created.text
    return url


def shown_image(host: Portal, url: str) -> dict[str, Any]:
    photos = httpx.get(f"{host.url}/api/photos").raise_for_status().json()
    [image] = [photo["image"] for photo in photos if photo["image"]["src"] == url]
    return dict(image)


def test_both_hosts_show_an_upload_with_its_variants_before_they_list_the_bucket_again(
    hosts_with_bucket: list[Portal],
) -> None:
    # What is seen within WAIT_SECONDS was announced.
    assert WAIT_SECONDS < LISTING_SECONDS
    first, second = hosts_with_bucket
    url = publish_photo(first)
    assert (
        len({httpx.get(f"{host.url}{url}").raise_for_status().content for host in (first, second)})
        == 1
    )
    for host in (first, second):
        wait_until(lambda host=host: shown_image(host, url)["avif"], "the variants")  # type: ignore[misc]
        assert (shown_image(host, url)["width"], shown_image(host, url)["height"]) == SIZE


@pytest.mark.usefixtures("data_dir")
def test_a_host_makes_no_variants_while_another_one_does(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDIS_URL", redis_url)
    settings.cache_clear()
    name = storage().save(BytesIO(image_bytes(size=SIZE)), "png")
    with Redis.from_url(redis_url) as redis, redis.lock(CLAIM, timeout=60):
        assert list(make_missing_variants(waits=False)) == []
    assert [file.name for file in make_missing_variants(waits=False)] == [name]
