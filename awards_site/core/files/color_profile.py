"""Converts images to sRGB, the color space of the web, with 8 bits; drops their color profiles."""

import io

from PIL import Image, ImageCms, ImageMath

_CONVERTED_MODES = {"RGB": "RGB", "RGBA": "RGBA", "CMYK": "RGB", "L": "RGB"}
"""The modes whose profile is applied, and the modes that result."""


def in_srgb(image: Image.Image) -> Image.Image:
    """Return the image with its profile applied, or as it is if it has none that applies.

    An unreadable profile, and one of a palette, are ignored, as they are by most browsers.
    """
    if image.mode.startswith("I"):
        image = _eight_bit(image)
    profile = image.info.get("icc_profile")
    mode = _CONVERTED_MODES.get(image.mode)
    if not profile or mode is None or "transparency" in image.info:
        return image
    try:
        own = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        screen = ImageCms.createProfile("sRGB")
        return ImageCms.profileToProfile(image, own, screen, outputMode=mode) or image
    except (ImageCms.PyCMSError, OSError):
        return image


def _eight_bit(grey: Image.Image) -> Image.Image:
    """Return a grey image of 16 bits in 8, with an alpha channel if a grey is transparent."""
    whole = grey.convert("I")
    image = whole.point(lambda value: value * (1 / 256)).convert("L")
    transparent = grey.info.get("transparency")
    if transparent is not None:
        image.putalpha(
            ImageMath.lambda_eval(
                lambda images: images["convert"]((images["grey"] != transparent) * 255, "L"),
                grey=whole,
            )
        )
    return image
