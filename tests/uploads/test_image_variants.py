"""Stored images and their variants: formats, looks, and files that cannot have any."""

import io
import json
from typing import Any

import pytest
from PIL import (
    ExifTags,
    Image,
    ImageChops,
    ImageCms,
    ImageDraw,
    ImageOps,
    ImageSequence,
    ImageStat,
    PngImagePlugin,
)

from awards_site.core.files.image_variants import make_variants
from awards_site.core.files.images import clean_image
from tests.image_files import animation, opened, saved


class Made:
    """The files that are made of an image: its variants by their suffixes, and the description."""

    def __init__(self, content: bytes, kind: str = "JPEG") -> None:
        extension = {"JPEG": "jpg"}.get(kind, kind.lower())
        files = make_variants(content, f"an_image-1.{extension}")
        assert list(files)[-1] == "an_image-1.json"
        self.description: dict[str, Any] = json.loads(files.pop("an_image-1.json"))
        self.images = {
            name.removeprefix("an_image-1."): opened(content) for name, content in files.items()
        }

    @property
    def variants(self) -> dict[str, tuple[str, int, int]]:
        """Format, width and height of each variant by its suffix."""
        return {name: (str(image.format), *image.size) for name, image in self.images.items()}


def made(image: Image.Image, kind: str = "JPEG", **options: Any) -> Made:
    return Made(saved(image, kind, **options), kind)


def test_variants_are_smaller_copies_and_the_description_names_them() -> None:
    photo = made(Image.new("RGB", (1600, 800), "plum"))
    assert photo.variants == {
        "320.avif": ("AVIF", 320, 160),
        "480.avif": ("AVIF", 480, 240),
        "768.avif": ("AVIF", 768, 384),
        "1200.avif": ("AVIF", 1200, 600),
        "480.webp": ("WEBP", 480, 240),
        "1200.webp": ("WEBP", 1200, 600),
    }
    assert (photo.description["width"], photo.description["height"]) == (1600, 800)
    assert photo.description["avif"] == [320, 480, 768, 1200]
    assert photo.description["webp"] == [480, 1200]


def test_the_tint_has_the_colors_from_top_to_bottom() -> None:
    image = Image.new("RGB", (300, 300), "#ff0000")
    image.paste("#0000ff", (0, 200, 300, 300))
    assert made(image, "PNG").description["tint"] == "#ff0000,#ff0000,#0000ff"


def test_transparency_is_preserved_and_has_no_tint() -> None:
    photo = made(Image.new("RGBA", (600, 200), (9, 9, 9, 0)), "PNG")
    assert photo.description["tint"] == ""
    for kind in ("avif", "webp"):
        copy = photo.images[f"480.{kind}"]
        assert copy.mode == "RGBA"
        assert copy.getpixel((5, 5))[3] == 0  # type: ignore[index]


def test_colors_are_converted_to_srgb_without_a_profile() -> None:
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    image = Image.new("RGB", (400, 300), "#c2334b")
    copy = made(image, "PNG", icc_profile=profile).images["320.webp"]
    assert "icc_profile" not in copy.info
    pixel = copy.convert("RGB").getpixel((100, 100))
    assert isinstance(pixel, tuple)
    assert all(abs(a - b) < 6 for a, b in zip(pixel, (0xC2, 0x33, 0x4B), strict=True))


def test_an_animation_has_no_variants() -> None:
    film = Made(animation("WEBP"), "WEBP")
    assert film.variants == {}
    assert film.description == {"problem": "animation"}


def test_a_broken_file_has_no_variants_but_a_description(caplog: pytest.LogCaptureFixture) -> None:
    photo = Made(saved(Image.new("RGB", (900, 900)), "JPEG")[:700])
    assert photo.variants == {}
    assert "problem" in photo.description
    assert "image variants failed; serving the original" in caplog.text


SIZE = (64, 48)
MAX_DIFFERENCE = 8.0
"""The most that a channel may differ on average, of 255; photos are compressed."""


def drawing(mode: str) -> Image.Image:
    """Return a picture with a gradient and shapes in a mode of Pillow."""
    picture = Image.linear_gradient("L").resize(SIZE).convert("RGB")
    draw = ImageDraw.Draw(picture)
    draw.rectangle((4, 4, 24, 24), fill="darkred")
    draw.ellipse((30, 10, 56, 40), fill="teal")
    if mode == "I;16":
        return picture.convert("L").convert("I").point(lambda value: value * 257).convert("I;16")
    if mode in ("LA", "RGBA"):
        picture.putalpha(Image.new("L", SIZE, 255))
        picture.putalpha(Image.radial_gradient("L").resize(SIZE).point(lambda x: 255 * (x < 150)))
    if mode == "transparent P":
        palette = picture.quantize(16)
        palette.info["transparency"] = palette.getpixel((10, 10))
        return palette
    return picture.quantize(64) if mode == "P" else picture.convert(mode)


def shown(image: Image.Image) -> Image.Image:
    """Return what a browser shows of an image on white."""
    if image.mode == "I;16":
        image = image.convert("I").point(lambda value: value * (1 / 256)).convert("L")
    layer = image.convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", layer.size, "white"), layer).convert("RGB")


def difference(one: Image.Image, other: Image.Image) -> float:
    """Return the greatest mean difference of a channel; the other one may be larger."""
    resized = shown(other).resize(one.size, Image.Resampling.LANCZOS)
    return max(ImageStat.Stat(ImageChops.difference(shown(one), resized)).mean)


CASES = [
    *(("PNG", mode) for mode in ("1", "L", "LA", "P", "transparent P", "RGB", "RGBA", "I;16")),
    *(("JPEG", mode) for mode in ("L", "RGB", "CMYK")),
    *(("GIF", mode) for mode in ("1", "L", "P", "transparent P")),
    *(("WEBP", mode) for mode in ("RGB", "RGBA")),
]


@pytest.mark.parametrize(("kind", "mode"), CASES)
def test_the_stored_image_and_its_variants_look_like_the_image(kind: str, mode: str) -> None:
    file = saved(drawing(mode), kind)
    before = Image.open(io.BytesIO(file))
    content, extension = clean_image(io.BytesIO(file))
    assert difference(Image.open(io.BytesIO(content)), before) < MAX_DIFFERENCE
    made = make_variants(content, f"a.{extension}")
    assert "problem" not in json.loads(made.pop("a.json"))
    for name, variant in made.items():
        assert difference(Image.open(io.BytesIO(variant)), before) < MAX_DIFFERENCE, name


def moving_disc() -> list[Image.Image]:
    """Return the frames of a disc on a transparent ground."""
    frames = []
    for number in range(4):
        frame = Image.new("RGBA", SIZE)
        ImageDraw.Draw(frame).ellipse((number * 12, 10, number * 12 + 16, 26), fill="purple")
        frames.append(frame)
    return frames


@pytest.mark.parametrize("kind", ["GIF", "WEBP", "PNG"])
@pytest.mark.parametrize("disposal", [1, 2])
@pytest.mark.parametrize("loop", [None, 0, 3])
def test_an_animation_keeps_its_frames_times_and_repetitions(
    kind: str, disposal: int, loop: int | None
) -> None:
    first, *others = moving_disc()
    options = {} if loop is None else {"loop": loop}
    if kind != "WEBP":
        options["disposal"] = disposal - (kind == "PNG")
    durations = [100, 200, 100, 300]
    file = saved(first, kind, save_all=True, append_images=others, duration=durations, **options)
    before = Image.open(io.BytesIO(file))
    after = Image.open(io.BytesIO(clean_image(io.BytesIO(file))[0]))
    assert after.info.get("loop") == before.info.get("loop")
    for old, new in zip(ImageSequence.Iterator(before), ImageSequence.Iterator(after), strict=True):
        assert difference(new, old) < MAX_DIFFERENCE
        assert new.info["duration"] == old.info["duration"]


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_an_image_is_stored_upright(kind: str, orientation: int) -> None:
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = orientation
    file = saved(drawing("RGB"), kind, exif=exif)
    upright = ImageOps.exif_transpose(Image.open(io.BytesIO(file)))
    after = Image.open(io.BytesIO(clean_image(io.BytesIO(file))[0]))
    assert after.size == upright.size
    assert difference(after, upright) < MAX_DIFFERENCE


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize(
    "exif", [b"nothing", b"II*\0\xff\xff\xff\xff", b"II*\0\x08\0\0\0\xff\xff", b""]
)
@pytest.mark.filterwarnings("ignore:Corrupt EXIF data")
def test_broken_metadata_refuse_no_image(kind: str, exif: bytes) -> None:
    file = saved(drawing("RGB"), kind, exif=b"Exif\0\0" + exif)
    after = Image.open(io.BytesIO(clean_image(io.BytesIO(file))[0]))
    assert difference(after, Image.open(io.BytesIO(file))) < MAX_DIFFERENCE


def test_a_large_colour_profile_refuses_no_image() -> None:
    file = saved(drawing("RGB"), "PNG", icc_profile=b"x" * 3_000_000)
    after = Image.open(io.BytesIO(clean_image(io.BytesIO(file))[0]))
    assert difference(after, drawing("RGB")) == 0


@pytest.mark.parametrize("size", [(20_000, 1), (3, 30_000), (1, 1)])
@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_an_image_of_any_shape_has_variants(size: tuple[int, int], kind: str) -> None:
    content = saved(Image.new("RGB", size, "teal"), kind)
    made = make_variants(clean_image(io.BytesIO(content))[0], "a.png")
    description = json.loads(made.pop("a.json"))
    assert (description["width"], description["height"]) == size
    assert made.keys() == {
        f"a.{width}.{kind}" for kind in ("avif", "webp") for width in description[kind]
    }


def test_the_texts_of_a_png_are_dropped_however_large() -> None:
    texts = PngImagePlugin.PngInfo()
    texts.add_text("Comment", "x" * 1_500_000, zip=True)
    file = saved(drawing("RGB"), "PNG", pnginfo=texts)
    content, _ = clean_image(io.BytesIO(file))
    assert b"Comment" not in content
    assert difference(Image.open(io.BytesIO(content)), drawing("RGB")) == 0
