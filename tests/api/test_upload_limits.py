"""Hostile and heavy uploads: animations, memory, time, storage, and color profiles."""

import shutil
from functools import cache
from pathlib import Path

import pytest
from httpx import Client
from PIL import Image, ImageCms

from awards_site.core.files import image_variants
from tests import image_files
from tests.api.conftest import Configure
from tests.api.test_form_limits import Disk
from tests.api.test_uploads_api import VIDEO_ENDPOINT, on_each_storage, served, stored, upload
from tests.image_files import MP4, image_bytes, opened, saved

TOO_LONG = "The animation has too many pixels or frames. Please keep it under 300 frames"


@pytest.mark.parametrize(
    "content",
    [
        *(image_files.animation(kind, 301) for kind in ("GIF", "WEBP", "PNG")),
        image_files.huge_gif(1900, 2400, 11),
    ],
    ids=["GIF", "WEBP", "PNG", "large GIF"],
)
def test_a_long_animation_is_refused(content: bytes, editor: Client, data_dir: Path) -> None:
    assert len(content) < 200_000
    refused = upload(editor, content)
    assert refused.status_code == 422
    assert refused.json()["message"].startswith(TOO_LONG)
    assert stored(data_dir) == []


def test_an_animation_within_the_limits_stays_whole(editor: Client) -> None:
    image = opened(served(editor, image_files.animation("GIF", 300)).content)
    assert getattr(image, "n_frames", 1) == 300


@cache
def large_image() -> bytes:
    return saved(Image.new("RGBA", (8000, 4900)), "PNG")


@pytest.mark.parametrize(("limit", "value"), [("MEMORY_LIMIT", 100_000_000), ("TIME_LIMIT", 0.01)])
def test_an_image_that_takes_too_much_is_refused(
    limit: str, value: float, editor: Client, data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(image_variants, limit, value)
    refused = upload(editor, large_image())
    assert refused.status_code == 422
    assert refused.json()["message"] == (
        "The image takes too much time or memory to read. Please upload a smaller one."
    )
    assert stored(data_dir) == []


@on_each_storage
def test_uploads_over_the_quota_are_refused(
    editor: Client, data_dir: Path, configure: Configure
) -> None:
    configure(AWARDS_UPLOAD_QUOTA_MB="1")
    video = MP4 + bytes(900_000)
    assert upload(editor, video, VIDEO_ENDPOINT).status_code == 201
    refused = upload(editor, video, VIDEO_ENDPOINT)
    assert refused.status_code == 507
    assert refused.json()["message"] == (
        "The storage for uploads is full. Please ask an administrator to raise"
        " AWARDS_UPLOAD_QUOTA_MB."
    )
    assert upload(editor, image_bytes()).status_code == 201
    assert len(stored(data_dir)) == 2


@on_each_storage
def test_uploads_are_refused_when_the_disk_is_full(
    editor: Client, data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: Disk(10**9, 10**9, 1024))
    refused = upload(editor, image_bytes())
    assert refused.status_code == 507
    assert "no space left" in refused.json()["message"]
    assert stored(data_dir) == []


def swapped_profile() -> bytes:
    """Return a color profile in which red means blue, and the other way round."""
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    return profile.replace(b"rXYZ", b"????").replace(b"bXYZ", b"rXYZ").replace(b"????", b"bXYZ")


@pytest.mark.parametrize(
    ("kind", "color"),
    [("JPEG", (230, 0, 0)), ("PNG", (230, 0, 0)), ("PNG", (230, 0, 0, 90)), ("WEBP", (230, 0, 0))],
    ids=str,
)
def test_a_color_profile_is_applied_and_removed(
    kind: str, color: tuple[int, ...], editor: Client
) -> None:
    mode = "RGB" if len(color) == 3 else "RGBA"
    sent = saved(Image.new(mode, (8, 6), color), kind, icc_profile=swapped_profile())
    image = opened(served(editor, sent).content)
    assert image.mode == mode
    assert "icc_profile" not in image.info
    red, _green, blue, *alpha = image.getpixel((4, 3))  # type: ignore[misc]
    assert blue > 200 > 60 > red
    assert alpha == list(color[3:])
