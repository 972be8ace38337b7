"""Uploads: accepted and refused files, conversion, limits, and how files are served."""

import re
import shutil
import time
from functools import cache
from pathlib import Path

import pytest
from httpx import Client, Response
from PIL import Image, ImageCms, ImageSequence

from awards_site.core.files import image_variants
from awards_site.core.files.storage import storage
from tests import image_files
from tests.api.conftest import Configure
from tests.api.entities import COVER_PAGE, EVENT, NOMINEE, PHOTO, POST, SPONSOR, VIDEO, Entity
from tests.api.test_forms import Disk
from tests.image_files import MP4, WEBM, image_bytes, opened, saved
from tests.s3_server import S3Server


@pytest.fixture
def images_in_process() -> None:
    """Read images in a process of their own, as in production."""


on_each_storage = pytest.mark.usefixtures("storage_kind")
"""For what depends on where files are stored; cleaning an image does not."""

IMAGE_ENDPOINTS = [
    "/api/upload/image",
    "/api/uploads/event-image",
    "/api/uploads/nominee-image",
    "/api/uploads/blog-image",
    "/api/uploads/sponsor-logo",
    "/api/uploads/cover-page-image",
]
VIDEO_ENDPOINT = "/api/uploads/cover-page-video"
MEGABYTE = 1024 * 1024
TYPES = {"JPEG": "image/jpeg", "PNG": "image/png", "GIF": "image/gif", "WEBP": "image/webp"}


def upload(
    client: Client,
    content: bytes,
    path: str = "/api/upload/image",
    *,
    field: str = "file",
    name: str = "image.png",
    declared: str = "image/png",
) -> Response:
    return client.post(path, files={field: (name, content, declared)})


def served(client: Client, content: bytes, path: str = "/api/upload/image") -> Response:
    """Upload a file, and return the response that serves it."""
    response = upload(client, content, path)
    assert response.status_code == 201, response.text
    return client.get(response.json()["url"])


def stored(data_dir: Path) -> list[str]:
    """Return the names of the stored files, including unfinished ones of a folder."""
    left = [path.name for path in (data_dir / "uploads").glob("*#*")]
    return [*left, *(file.name for file in storage().files())]


@pytest.mark.parametrize("path", IMAGE_ENDPOINTS)
def test_every_endpoint_returns_the_url_under_each_name(
    path: str, editor: Client, anonymous: Client
) -> None:
    for field in ("file", "image"):
        response = upload(editor, image_bytes(), path, field=field)
        assert response.status_code == 201
        url = response.json()["url"]
        assert response.json() == {"success": True, "url": url, "imageUrl": url}
        assert re.fullmatch(r"/uploads/(?!image).+", url)
        assert anonymous.get(url).status_code == 200


@pytest.mark.parametrize("kind", TYPES)
def test_the_four_image_types_are_detected_by_content(
    kind: str, editor: Client, anonymous: Client
) -> None:
    for name, declared in (("a.exe", "text/plain"), ("noname", ""), ("a.gif", "image/gif")):
        response = upload(editor, image_bytes(kind), name=name, declared=declared)
        assert response.status_code == 201
        file = anonymous.get(response.json()["url"])
        assert file.headers["Content-Type"] == TYPES[kind]
        assert opened(file.content).format == kind
        assert opened(file.content).size == (8, 6)


NOT_IMAGES = {
    "text called .png": b"This is not an image",
    "HTML": b"<html><script>alert(1)</script></html>",
    "SVG": b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    "PDF": b"%PDF-1.7\n" + b"x" * 100,
    "BMP": saved(Image.new("RGB", (8, 6)), "BMP"),
    "TIFF": saved(Image.new("RGB", (8, 6)), "TIFF"),
    "ICO": saved(Image.new("RGB", (32, 32)), "ICO"),
    "AVIF": saved(Image.new("RGB", (32, 32)), "AVIF"),
    "a PNG's first bytes": b"\x89PNG\r\n\x1a\n",
    "half a PNG": saved(Image.effect_noise((64, 64), 50), "PNG")[:2000],
    "half a JPEG": saved(Image.effect_noise((64, 64), 50), "JPEG")[:600],
    "half a GIF": saved(Image.effect_noise((64, 64), 50), "GIF")[:900],
    "half a WEBP": saved(Image.effect_noise((64, 64), 50), "WEBP")[:600],
    "a video": MP4,
    "zeros": bytes(1000),
}


@pytest.mark.parametrize("kind", NOT_IMAGES)
def test_other_image_types_return_415(kind: str, editor: Client, data_dir: Path) -> None:
    response = upload(editor, NOT_IMAGES[kind])
    assert response.status_code == 415
    assert response.json() == {"message": "Please upload an image file (JPG, PNG, GIF or WEBP)"}
    assert stored(data_dir) == []


@pytest.mark.parametrize("path", IMAGE_ENDPOINTS)
def test_every_endpoint_checks_the_content(path: str, editor: Client, data_dir: Path) -> None:
    assert upload(editor, NOT_IMAGES["HTML"], path).status_code == 415
    assert stored(data_dir) == []


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_exif_is_removed_and_its_rotation_applied(kind: str, editor: Client) -> None:
    sent = image_files.phone_photo(kind)
    assert opened(sent).getexif()[image_files.ORIENTATION] == image_files.TURN_RIGHT
    stored_image = served(editor, sent).content
    image = opened(stored_image).convert("RGB")
    assert not opened(stored_image).getexif()
    assert b"Exif" not in stored_image
    assert b"EXIF" not in stored_image
    assert b"Secret Camera" not in stored_image
    assert image.size == (20, 40)
    top, bottom = image.getpixel((10, 5)), image.getpixel((10, 35))
    assert isinstance(top, tuple)
    assert isinstance(bottom, tuple)
    assert top[1] > top[0]
    assert bottom[0] > bottom[1]


def test_comments_and_metadata_are_removed(editor: Client) -> None:
    image = Image.new("RGB", (8, 6))
    for kind, options in (
        ("JPEG", {"comment": "the secret", "xmp": b"<x>the secret</x>"}),
        ("WEBP", {"xmp": b"<x>the secret</x>"}),
        ("GIF", {"comment": "the secret"}),
    ):
        sent = saved(image, kind, **options)
        assert b"the secret" in sent
        assert b"the secret" not in served(editor, sent).content


def test_only_the_first_image_of_a_multi_image_file_is_stored(editor: Client) -> None:
    first, second = Image.new("RGB", (64, 48), "red"), Image.new("RGB", (16, 12), "blue")
    sent = saved(first, "MPO", save_all=True, append_images=[second])
    stored_image = opened(served(editor, sent).content)
    assert (stored_image.format, stored_image.size) == ("JPEG", (64, 48))


@pytest.mark.parametrize(
    "content",
    [
        image_files.huge_png(30_000, 30_000),
        image_files.huge_png(100_000, 1_000),
        image_files.huge_gif(65_535, 65_535),
        image_files.huge_jpeg(65_000, 65_000),
    ],
    ids=["PNG", "long PNG", "GIF", "JPEG"],
)
def test_too_many_pixels_are_refused_at_once(
    content: bytes, editor: Client, data_dir: Path
) -> None:
    assert len(content) < 10_000
    started = time.process_time()
    response = upload(editor, content)
    assert time.process_time() - started < 1
    assert response.status_code == 422
    assert response.json()["errors"][0]["field"] == "file"
    assert "pixels" in response.json()["message"]
    assert stored(data_dir) == []


@on_each_storage
def test_five_megabytes_are_accepted_and_a_byte_more_is_refused(
    editor: Client, data_dir: Path
) -> None:
    file = image_bytes("GIF")
    just = file + bytes(5 * MEGABYTE - len(file))
    assert upload(editor, just).status_code == 201
    for content in (just + b"\0", bytes(6 * MEGABYTE), bytes(30 * MEGABYTE)):
        refused = upload(editor, content)
        assert refused.status_code == 413
        assert refused.json() == {"message": "Image must be less than 5MB"}
    assert len(stored(data_dir)) == 1


@on_each_storage
@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (MP4, "video/mp4"),
        (MP4.replace(b"isom", b"mp42"), "video/mp4"),
        (WEBM, "video/webm"),
        (MP4 + bytes(7 * MEGABYTE), "video/mp4"),
    ],
    ids=["isom", "mp42", "webm", "larger than an image may be"],
)
def test_videos_are_detected_by_their_signature(
    content: bytes, kind: str, editor: Client, anonymous: Client
) -> None:
    response = upload(editor, content, VIDEO_ENDPOINT, name="a.txt", declared="text/plain")
    assert response.status_code == 201
    url = response.json()["url"]
    assert response.json() == {"success": True, "url": url, "imageUrl": url}
    file = anonymous.get(url)
    assert file.headers["Content-Type"] == kind
    assert file.content == content
    for value, start, end in (("4-7", 4, 8), ("-3", -3, None), ("10-", 10, None)):
        part = anonymous.get(url, headers={"Range": f"bytes={value}"})
        assert (part.status_code, part.content) == (206, content[start:end])
        assert part.headers["Content-Range"].endswith(f"/{len(content)}")
    for ignored in ("lines=0-1", "bytes", "bytes=", "bytes=a-b", "bytes=5-2", "bytes=0-1,x"):
        whole = anonymous.get(url, headers={"Range": ignored})
        assert (whole.status_code, whole.content) == (200, content), ignored
    beyond = anonymous.get(url, headers={"Range": f"bytes={len(content)}-"})
    assert beyond.status_code == 416
    assert anonymous.head(url).headers["Content-Length"] == str(len(content))


@pytest.mark.parametrize(
    "content",
    [
        b"This is not a video",
        image_bytes(),
        NOT_IMAGES["AVIF"],
        b"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic",
        b"\x00\x00\x00\x14ftypqt  \x00\x00\x00\x00qt  ",
        b"\x1aE\xdf\xa3\x9fB\x82\x88matroska",
        b"\x00\x00\x00\x00ftyp",
        b"RIFF\x00\x00\x00\x00AVI LIST",
    ],
    ids=["text", "PNG", "AVIF", "HEIC", "QuickTime", "Matroska", "a start", "AVI"],
)
def test_other_video_types_return_415(content: bytes, editor: Client, data_dir: Path) -> None:
    response = upload(editor, content, VIDEO_ENDPOINT, name="a.mp4", declared="video/mp4")
    assert response.status_code == 415
    assert response.json() == {"message": "Please upload a video file (MP4 or WEBM)"}
    assert stored(data_dir) == []


@pytest.mark.parametrize("path", [*IMAGE_ENDPOINTS, VIDEO_ENDPOINT])
def test_a_form_without_a_file_returns_422(path: str, editor: Client) -> None:
    for response in (
        editor.post(path),
        editor.post(path, json={"file": "a.png"}),
        editor.post(path, data={"file": "a.png"}),
        editor.post(path, files={"other": ("a.png", image_bytes())}),
        editor.post(path, files={"file": ("a.png", b"")}),
        editor.post(path, files={"file": (None, "text")}),
    ):
        assert response.status_code == 422
        assert response.json()["message"] == "Please choose a file to upload"
        assert response.json()["errors"][0]["field"] == "file"


@on_each_storage
def test_files_are_immutable_not_executable_and_not_sent_again(
    editor: Client, anonymous: Client
) -> None:
    file = served(editor, image_bytes())
    assert file.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert file.headers["X-Content-Type-Options"] == "nosniff"
    assert "default-src 'none'" in file.headers["Content-Security-Policy"]
    assert "sandbox" in file.headers["Content-Security-Policy"]
    assert "Set-Cookie" not in file.headers
    tag = file.headers["ETag"]
    unchanged = editor.get(file.url, headers={"If-None-Match": f'"other", {tag}'})
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    for name in ("ETag", "Cache-Control", "Content-Security-Policy"):
        assert unchanged.headers[name] == file.headers[name]
    assert editor.get(file.url, headers={"If-None-Match": '"other"'}).content == file.content
    for condition, status in ((tag, 206), (file.headers["Last-Modified"], 206), ('"other"', 200)):
        part = editor.get(file.url, headers={"Range": "bytes=0-1", "If-Range": condition})
        assert part.status_code == status
    first, second = (upload(editor, image_bytes()).json()["url"] for _ in range(2))
    assert first != second


NO_FILES = """
    nothing.png ../awards.db ..%2Fawards.db %2e%2e%2fawards.db ..%5cawards.db %2Fetc%2Fpasswd
    .hidden.png a.txt ..
"""


@on_each_storage
def test_only_stored_files_are_served(anonymous: Client, data_dir: Path) -> None:
    (data_dir / "uploads").mkdir()
    for other in ("a.txt", ".hidden.png"):
        (data_dir / "uploads" / other).write_bytes(b"secret")
    for name in (*NO_FILES.split(), "a" * 300 + ".png", ""):
        response = anonymous.get(f"/uploads/{name}")
        assert response.status_code == 404, name
        assert "secret" not in response.text
        if response.request.url.path.startswith("/uploads/"):
            assert response.json()["message"]


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


MESSAGE = "File storage is unavailable. Please try again in a moment."


@pytest.mark.usefixtures("bucket_url")
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


@pytest.mark.usefixtures("bucket_url")
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


@pytest.mark.usefixtures("bucket_url")
def test_a_social_image_is_not_rendered_without_its_image(
    s3: S3Server, editor: Client, anonymous: Client
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


@pytest.mark.parametrize(
    ("entity", "field"),
    [
        (EVENT, "imageUrl"),
        (NOMINEE, "imageUrl"),
        (PHOTO, "imageUrl"),
        (VIDEO, "thumbnailUrl"),
        (POST, "featuredImageUrl"),
        (SPONSOR, "logo_url"),
        (COVER_PAGE, "image_url"),
    ],
    ids=str,
)
def test_uploaded_urls_are_accepted_by_every_image_field(
    entity: Entity, field: str, editor: Client
) -> None:
    url = upload(editor, image_bytes()).json()["url"]
    assert entity.create(editor, **{field: url})[field] == url


def test_a_first_image_that_is_no_frame_stays_out_of_the_loop(editor: Client) -> None:
    first, *frames = (Image.new("RGB", (8, 6), each) for each in ("red", "green", "blue"))
    options = {"default_image": True, "append_images": frames, "duration": [100, 200]}
    image = opened(served(editor, saved(first, "PNG", save_all=True, **options)).content)
    shown = [
        (each.convert("RGB").getpixel((0, 0)), each.info.get("duration"))
        for each in ImageSequence.Iterator(image)
    ]
    assert image.info["default_image"]
    assert shown == [((255, 0, 0), None), ((0, 128, 0), 100), ((0, 0, 255), 200)]


@pytest.mark.parametrize("brand", [b"heic", b"heix", b"mif1", b"hevc"])
def test_a_heic_photo_is_named_as_what_it_is(brand: bytes, editor: Client) -> None:
    refused = upload(editor, b"\0\0\0\x18ftyp" + brand + bytes(200))
    assert refused.status_code == 415
    assert refused.json()["message"].startswith("This is a HEIC photo, which browsers do not show.")


@pytest.mark.parametrize(
    ("sent", "title"),
    [("x %222026%22.png", 'x "2026"'), ("a%0D%0Ab.png", "a  b"), ("50%25 off.png", "50%25 off")],
)
def test_a_file_is_called_as_before_its_browser_escaped_it(
    sent: str, title: str, editor: Client
) -> None:
    editor.post("/api/uploads/media-image", files={"file": (sent, image_bytes(), "image/png")})
    [item] = editor.get("/api/admin/media").json()["items"]
    assert item["title"] == title
