"""Images in object storage: pages of a host show what other hosts have stored, without waiting."""

import asyncio
import socket
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from awards_site.core.files import storage as storages
from awards_site.core.files import variant_worker
from awards_site.core.files.storage import StorageUnavailable, storage
from awards_site.core.files.variant_worker import bump_for_new_images, make_missing_variants
from awards_site.core.invalidation import content_version
from awards_site.records.images import ResponsiveImage, responsive_image
from awards_site.settings import settings
from tests import database
from tests.image_files import saved
from tests.s3_server import S3Server
from tools.site_server import ROOT


@pytest.fixture(autouse=True)
def bucket(data_dir: Path, bucket_url: str) -> str:
    return bucket_url


def store(content: bytes | None = None, extension: str = "png") -> str:
    content = content or saved(Image.new("RGB", (900, 600)), "PNG")
    return f"/uploads/{storage().save(BytesIO(content), extension)}"


def become_another_host(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Continue with another data folder and the same bucket."""
    folder.mkdir(exist_ok=True)
    database.use_data_dir(folder, monkeypatch)


def size(image: ResponsiveImage) -> tuple[int, int]:
    return image["width"], image["height"]


def test_pages_show_the_variants_that_another_host_has_made(
    data_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = store()
    assert size(responsive_image(url)) == (900, 600)
    become_another_host(tmp_path / "other", monkeypatch)
    assert size(responsive_image(url)) == (0, 0)
    bump_for_new_images()
    assert size(responsive_image(url)) == (900, 600)
    assert responsive_image(url)["avif"] == []

    list(make_missing_variants())
    assert responsive_image(url)["avif"] == [320, 480, 768]
    become_another_host(data_dir, monkeypatch)
    assert responsive_image(url)["avif"] == []
    bump_for_new_images()
    assert responsive_image(url)["avif"] == [320, 480, 768]


def test_pages_do_not_wait_for_the_storage(
    s3: S3Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known, unknown = store(), "/uploads/unknown.png"
    s3.stop()
    try:
        assert size(responsive_image(known)) == (900, 600)
        assert size(responsive_image(unknown)) == (0, 0)
    finally:
        s3.start()


@pytest.mark.anyio
async def test_the_server_goes_on_after_the_storage_was_away(
    s3: S3Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWARDS_IMAGE_VARIANTS", "1")
    settings.cache_clear()
    monkeypatch.setattr(variant_worker, "RETRY_SECONDS", 0.05)
    monkeypatch.setattr(variant_worker, "POLL_SECONDS", 0.05)
    monkeypatch.chdir(ROOT)
    url = store()
    failed, made = asyncio.Event(), asyncio.Event()
    monkeypatch.setattr(variant_worker.log, "exception", lambda *_, **_values: failed.set())
    monkeypatch.setattr(content_version, "bump", lambda _changes: made.set())
    s3.stop()
    task = asyncio.create_task(variant_worker.run_variant_worker())
    try:
        await asyncio.wait_for(failed.wait(), 30)
    finally:
        s3.start()
    await asyncio.wait_for(made.wait(), 30)
    assert responsive_image(url)["avif"] == [320, 480, 768]
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def test_a_missing_bucket_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWARDS_STORAGE_URL", "s3://missing-bucket")
    settings.cache_clear()
    storage.cache_clear()
    with pytest.raises(StorageUnavailable, match="there is no s3://missing-bucket"):
        store()


def test_credentials_are_in_no_message(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    secret = "wJalrXUtnFEMI-K7MDENG"
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", secret)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "unknown")
    storage.cache_clear()
    with pytest.raises(StorageUnavailable) as caught:
        storage().check()
    assert secret not in f"{caught.value}{caught.value.message}{caplog.text}"


def test_a_server_that_does_not_answer_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{silent.getsockname()[1]}")
        monkeypatch.setattr(storages, "_CLIENT", {"allow_http": True, "timeout": "100ms"})
        storage.cache_clear()
        with pytest.raises(StorageUnavailable):
            storage().read("a.png")
