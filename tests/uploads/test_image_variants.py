"""Tests of image variants: widths, formats, and files that cannot have any."""

import json
from typing import Any

import pytest
from PIL import Image, ImageCms

from awards_site.core.files.image_variants import (
    make_variants,
)
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
