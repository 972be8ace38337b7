"""Tests of image variants: widths, formats, and files that cannot have any."""

import errno
import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageCms

from awards_site.uploads import image_variants
from awards_site.uploads.image_variants import (
    FALLBACK_WIDTHS,
    MAX_LIGHT_BYTES,
    WIDTHS,
    described_stems,
    fallback_widths,
    make_variants,
    widths,
)
from tests.image_files import animation, saved

OWN_WIDTHS = [1, 100, 319, 320, 447, 448, 600, 800, 1200, 1600, 1999, 2000, 6000]


def stored(folder: Path, image: Image.Image, kind: str = "JPEG", **options: Any) -> Path:
    """Store an image as uploads are stored."""
    extension = {"JPEG": "jpg"}.get(kind, kind.lower())
    path = folder / f"a_picture-1.{extension}"
    path.write_bytes(saved(image, kind, **options))
    return path


def made(folder: Path) -> dict[str, tuple[str, int, int]]:
    """Return format, width and height of each variant by its suffix."""
    found = {}
    for path in (folder / "sizes").iterdir():
        if path.suffix != ".json":
            with Image.open(path) as image:
                found[path.name.partition(".")[2]] = (str(image.format), *image.size)
    return found


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


def test_generating_variants_does_not_change_the_photo(tmp_path: Path) -> None:
    path = stored(tmp_path, Image.new("RGB", (1600, 800), "plum"))
    before = path.read_bytes()
    variants = make_variants(path)
    assert variants is not None
    assert path.read_bytes() == before
    assert made(tmp_path) == {
        "320.avif": ("AVIF", 320, 160),
        "480.avif": ("AVIF", 480, 240),
        "768.avif": ("AVIF", 768, 384),
        "1200.avif": ("AVIF", 1200, 600),
        "480.webp": ("WEBP", 480, 240),
        "1200.webp": ("WEBP", 1200, 600),
    }
    assert (variants["width"], variants["height"]) == (1600, 800)
    assert variants["avif"] == [320, 480, 768, 1200]
    assert variants["webp"] == [480, 1200]
    assert json.loads((tmp_path / "sizes" / "a_picture-1.json").read_text()) == variants
    assert described_stems(tmp_path) == {"a_picture-1"}


def test_a_small_image_has_one_variant_of_each_format(tmp_path: Path) -> None:
    make_variants(stored(tmp_path, Image.new("RGB", (64, 36)), "PNG"))
    assert made(tmp_path) == {"64.avif": ("AVIF", 64, 36), "64.webp": ("WEBP", 64, 36)}


def test_a_light_webp_is_its_own_largest_variant(tmp_path: Path) -> None:
    path = stored(tmp_path, Image.new("RGB", (1600, 900), "gold"), "WEBP")
    assert path.stat().st_size < MAX_LIGHT_BYTES
    variants = make_variants(path)
    assert variants is not None
    assert variants["webp"] == [480, 1600]
    assert "1600.webp" not in made(tmp_path)


def test_the_tint_has_the_colors_from_top_to_bottom(tmp_path: Path) -> None:
    image = Image.new("RGB", (300, 300), "#ff0000")
    image.paste("#0000ff", (0, 200, 300, 300))
    variants = make_variants(stored(tmp_path, image, "PNG"))
    assert variants is not None
    assert variants["tint"] == "#ff0000,#ff0000,#0000ff"


def test_transparency_is_preserved_and_has_no_tint(tmp_path: Path) -> None:
    variants = make_variants(stored(tmp_path, Image.new("RGBA", (600, 200), (9, 9, 9, 0)), "PNG"))
    assert variants is not None
    assert variants["tint"] == ""
    for kind in ("avif", "webp"):
        with Image.open(tmp_path / "sizes" / f"a_picture-1.480.{kind}") as copy:
            assert copy.mode == "RGBA"
            assert copy.getpixel((5, 5))[3] == 0  # type: ignore[index]


@pytest.mark.parametrize(
    ("mode", "kind"), [("L", "PNG"), ("P", "PNG"), ("1", "PNG"), ("LA", "PNG"), ("CMYK", "JPEG")]
)
def test_every_pixel_mode_is_supported(mode: str, kind: str, tmp_path: Path) -> None:
    assert make_variants(stored(tmp_path, Image.new(mode, (400, 300)), kind)) is not None
    assert "320.avif" in made(tmp_path)


def test_colors_are_converted_to_srgb_without_a_profile(tmp_path: Path) -> None:
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    image = Image.new("RGB", (400, 300), "#c2334b")
    make_variants(stored(tmp_path, image, "PNG", icc_profile=profile))
    with Image.open(tmp_path / "sizes" / "a_picture-1.320.webp") as copy:
        assert "icc_profile" not in copy.info
        pixel = copy.convert("RGB").getpixel((100, 100))
    assert isinstance(pixel, tuple)
    assert all(abs(a - b) < 6 for a, b in zip(pixel, (0xC2, 0x33, 0x4B), strict=True))


def test_an_animation_has_no_variants(tmp_path: Path) -> None:
    path = tmp_path / "a_picture-1.webp"
    path.write_bytes(animation("WEBP"))
    assert make_variants(path) is None
    assert made(tmp_path) == {}
    assert described_stems(tmp_path) == {"a_picture-1"}


def test_a_broken_file_is_logged_once_and_not_tried_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "a_picture-1.jpg"
    path.write_bytes(saved(Image.new("RGB", (900, 900)), "JPEG")[:700])
    assert make_variants(path) is None
    assert str(path) in caplog.text
    assert "serving the original" in caplog.text
    assert described_stems(tmp_path) == {"a_picture-1"}
    assert made(tmp_path) == {}


@pytest.mark.parametrize("step", ["write_bytes", "replace"])
def test_a_system_error_is_raised_and_leaves_no_temporary_file(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = stored(tmp_path, Image.new("RGB", (400, 300)))

    def fail(_self: Path, _argument: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, step, fail)
    with pytest.raises(OSError, match="No space"):
        make_variants(path)
    assert described_stems(tmp_path) == set()
    assert list((tmp_path / "sizes").iterdir()) == []


def test_a_portrait_on_a_phone_weighs_10_to_25_kilobytes_or_less() -> None:
    sizes = Path(image_variants.__file__).parents[1] / "demo" / "sizes" / "portraits"
    weights = [path.stat().st_size for path in sizes.glob("*.480.avif")]
    assert len(weights) == 40
    assert max(weights) <= 25_000
