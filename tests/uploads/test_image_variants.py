"""Tests of image variants: widths, formats, and files that cannot have any."""

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageCms

from awards_site.core.files import image_variants
from awards_site.core.files.image_variants import (
    FALLBACK_WIDTHS,
    MAX_LIGHT_BYTES,
    WIDTHS,
    fallback_widths,
    make_variants,
    widths,
)
from tests.image_files import animation, opened, saved

OWN_WIDTHS = [1, 100, 319, 320, 447, 448, 600, 800, 1200, 1600, 1999, 2000, 6000]


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


@pytest.mark.parametrize("own", OWN_WIDTHS)
def test_a_variant_is_never_wider_than_its_image_and_there_are_few(own: int) -> None:
    wanted = widths(own), fallback_widths(own, is_light=False), fallback_widths(own, is_light=True)
    for each in wanted:
        assert each == sorted(set(each))
        assert min(each) > 0
        assert max(each) <= own
    assert len(wanted[0]) <= len(WIDTHS)
    assert max(len(wanted[1]), len(wanted[2])) <= len(FALLBACK_WIDTHS)
    # The widest variant is nearly as sharp as the original.
    assert wanted[0][-1] * 1.4 > min(own, WIDTHS[-1])


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


def test_a_small_image_has_one_variant_of_each_format() -> None:
    assert made(Image.new("RGB", (64, 36)), "PNG").variants == {
        "64.avif": ("AVIF", 64, 36),
        "64.webp": ("WEBP", 64, 36),
    }


def test_a_light_webp_is_its_own_largest_variant() -> None:
    image = Image.new("RGB", (1600, 900), "gold")
    assert len(saved(image, "WEBP")) < MAX_LIGHT_BYTES
    photo = made(image, "WEBP")
    assert photo.description["webp"] == [480, 1600]
    assert "1600.webp" not in photo.variants


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


def test_a_portrait_on_a_phone_weighs_10_to_25_kilobytes_or_less() -> None:
    sizes = (
        Path(image_variants.__file__).parents[2]
        / "operations"
        / "demo"
        / "image_variants"
        / "portraits"
    )
    weights = [path.stat().st_size for path in sizes.glob("*.480.avif")]
    assert len(weights) == 40
    assert max(weights) <= 25_000
