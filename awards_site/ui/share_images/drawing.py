"""The social card of a record, and its image: 1200 by 630 pixels, in the site's typefaces."""

import io
import json
from dataclasses import asdict, dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageOps, UnidentifiedImageError

from awards_site.core import paths
from awards_site.core.files.file_names import stored_name
from awards_site.core.files.storage import storage
from awards_site.settings import settings
from awards_site.ui.share_images.typesetting import (
    DISPLAY,
    NUMERAL,
    SANS,
    TextStyle,
    fit_text,
    is_legible,
    normalize_text,
)

URL_PREFIX = "/share"
"""The path prefix of social images."""

SOCIAL_IMAGE_SIZE = (1200, 630)
"""Width and height in pixels."""

_DESIGN_VERSION = 3
"""Increment after a change of the design, so that URLs change and images are rendered again."""


@dataclass(frozen=True)
class SocialCard:
    """The content of a social image: a small label, the title and the lines below it.

    `kind` is a part of its URL. `image` is the path of an image on this site, or empty,
    `image_width` its width in pixels, and `position` its focal point as a CSS `object-position`, if
    it has one; without an image, `fallback_text` such as initials is displayed in large letters.
    `badge` is the text of an award badge.
    """

    kind: str
    record_id: int
    label: str
    title: str
    lines: tuple[str, ...] = ()
    image: str = ""
    fallback_text: str = ""
    badge: str = ""
    position: str = ""
    image_width: int = 560

    @property
    def digest(self) -> str:
        values = asdict(self)
        # A part of the design.
        del values["image_width"]
        if not self.position:
            del values["position"]
        content = [_DESIGN_VERSION, settings().programme, values]
        return blake2b(json.dumps(content).encode(), digest_size=10).hexdigest()

    @property
    def name(self) -> str:
        """The file name of the image."""
        return f"{self.record_id}-{self.digest}.jpg"

    @property
    def url(self) -> str:
        """The image's URL, or the default image's if the fonts do not support the texts."""
        if not all(map(is_legible, filter(None, (self.label, self.title, *self.lines)))):
            return paths.DEFAULT_SHARE_IMAGE
        return f"{URL_PREFIX}/{self.kind}/{self.name}"


_SCALE = 2
"""The supersampling factor, for antialiasing."""

_WIDTH, _HEIGHT = (_SCALE * side for side in SOCIAL_IMAGE_SIZE)
PLUM, PLUM_DEEP = "#3b1230", "#2a0b22"
IVORY, _MUTED = "#f8efe2", "#d9c3cf"
GOLD, GOLD_LIGHT = "#b0863b", "#e2c078"
_MARGIN = 64 * _SCALE
_SIZES_ALONE = range(84 * _SCALE, 47 * _SCALE, -6 * _SCALE)
_SIZES = range(82 * _SCALE, 57 * _SCALE, -6 * _SCALE)
_SMALL_SIZES = range(56 * _SCALE, 39 * _SCALE, -4 * _SCALE)
_LABEL_STYLE = TextStyle(SANS, 25 * _SCALE)
_MUTED_STYLE = TextStyle(SANS, 29 * _SCALE)

# Larger images are not decoded, to limit memory.
_MAX_PIXELS = 40_000_000


def render_card(card: SocialCard) -> bytes:
    image = _background()
    canvas = ImageDraw.Draw(image)
    right = _WIDTH - card.image_width * _SCALE
    photo = _load_image(card.image, (_WIDTH - right, _HEIGHT), _centering(card.position))
    if photo is not None:
        image.paste(photo, (right, 0))
        canvas.line([(right, 0), (right, _HEIGHT)], fill=GOLD, width=2 * _SCALE)
    else:
        _draw_arches(canvas, (right + _WIDTH) / 2, card.fallback_text)
    if card.badge:
        _draw_badge(image, (right, _HEIGHT - 104 * _SCALE), card.badge)
    _draw_texts(canvas, card)
    file = io.BytesIO()
    image.resize(SOCIAL_IMAGE_SIZE, Image.Resampling.LANCZOS).save(
        file, "JPEG", quality=86, optimize=True, progressive=True
    )
    return file.getvalue()


def _background() -> Image.Image:
    mask = Image.linear_gradient("L").resize((_WIDTH, _HEIGHT))
    plum, deep = (Image.new("RGB", (_WIDTH, _HEIGHT), tone) for tone in (PLUM, PLUM_DEEP))
    return Image.composite(deep, plum, mask)


def _centering(position: str) -> tuple[float, float]:
    """Return the point that a crop keeps in view, as parts of the width and the height."""
    if not position:
        # Faces are usually above the centre.
        return 0.5, 0.35
    x, y = (int(each.removesuffix("%")) / 100 for each in position.split())
    return x, y


def _load_image(
    url: str, size: tuple[int, int], centering: tuple[float, float]
) -> Image.Image | None:
    """Return an image of this site, cropped to `size`; None if external, broken or too large."""
    name = stored_name(url)
    if name is None:
        return None
    try:
        with Image.open(io.BytesIO(storage().read(name))) as original:
            if original.width * original.height > _MAX_PIXELS:
                return None
            original.draft("RGB", size)
            rotated = ImageOps.exif_transpose(original)
            # Transparent areas show the background colour.
            layer = rotated.convert("RGBA")
    except (UnidentifiedImageError, OSError, ValueError):
        return None
    cropped = ImageOps.fit(layer, size, Image.Resampling.LANCZOS, centering=centering)
    background = Image.new("RGB", size, PLUM_DEEP)
    background.paste(cropped, mask=cropped.getchannel("A"))
    return background


def _draw_arches(canvas: ImageDraw.ImageDraw, middle: float, text: str) -> None:
    """Draw nested arches with a large text inside."""
    for step in range(5):
        half, top = (210 - 30 * step) * _SCALE, (70 + 34 * step) * _SCALE
        left, right = middle - half, middle + half
        tone = GOLD_LIGHT if step == 0 else GOLD
        canvas.arc([left, top, right, top + 2 * half], 180, 360, fill=tone, width=_SCALE)
        for edge in (left, right):
            canvas.line([(edge, top + half), (edge, _HEIGHT)], fill=tone, width=_SCALE)
    if text:
        style = fit_text(NUMERAL, text, 150 * _SCALE, 1, range(150 * _SCALE, 40, -8))
        left = middle - style.width(text) / 2
        style.draw(canvas, left, _HEIGHT - 150 * _SCALE, text, GOLD_LIGHT)


def _draw_badge(image: Image.Image, center: tuple[int, int], text: str) -> None:
    """Draw the award badge, as in `ui/controls.py`."""
    canvas = ImageDraw.Draw(image)
    x, y = center
    radius = 74 * _SCALE
    canvas.regular_polygon((x, y, radius), 24, fill=GOLD_LIGHT)
    canvas.regular_polygon((x, y, radius), 24, rotation=7, fill=GOLD_LIGHT)
    inner = radius - 12 * _SCALE
    canvas.circle((x, y), inner, outline=PLUM, width=_SCALE)
    style = TextStyle(DISPLAY, 34 * _SCALE)
    style.draw(canvas, x - style.width(text) / 2, y + 11 * _SCALE, text, PLUM_DEEP)


@lru_cache(10_000)  # Staff's checklist asks for every card after each write of one.
def cut_texts(card: SocialCard) -> frozenset[str | int]:
    """Return which texts of a card its social image cuts: 'label', 'title', or a line's place.

    Of lines that fit only alone, it is the longest.
    """
    texts = _lay_out(card)
    lines = [_MUTED_STYLE.wrap(normalize_text(each), _text_width(card), 2) for each in card.lines]
    pairs: list[tuple[str | int, str, list[str]]] = [
        ("label", card.label, texts.label),
        ("title", card.title, texts.title),
        *((place, card.lines[place], lines[place]) for place in range(len(lines))),
    ]
    cut = {
        key
        for key, text, shown in pairs
        if normalize_text("".join(shown)).replace(" ", "") != normalize_text(text).replace(" ", "")
    }
    if sum(map(len, lines)) > len(texts.lines) and not cut & set(range(len(lines))):
        cut.add(max(range(len(lines)), key=lambda place: len(card.lines[place])))
    return frozenset(cut)


class _Texts(NamedTuple):
    """The lines of a card's texts, and the style of its title."""

    label: list[str]
    title: list[str]
    title_style: TextStyle
    lines: list[str]


def _text_width(card: SocialCard) -> int:
    return _WIDTH - card.image_width * _SCALE - _MARGIN - 56 * _SCALE


def _lay_out(card: SocialCard) -> _Texts:
    width = _text_width(card)
    title = normalize_text(card.title)
    style, max_lines = _title_style(title, width, is_alone=not card.lines)
    lines = [
        line for text in card.lines for line in _MUTED_STYLE.wrap(normalize_text(text), width, 2)
    ]
    return _Texts(
        _LABEL_STYLE.wrap(normalize_text(card.label), width, 1),
        style.wrap(title, width, max_lines),
        style,
        lines[:3],
    )


def _draw_texts(canvas: ImageDraw.ImageDraw, card: SocialCard) -> None:
    texts = _lay_out(card)
    width = _text_width(card)
    canvas.line([(_MARGIN, 72 * _SCALE), (_MARGIN + width, 72 * _SCALE)], fill=GOLD, width=_SCALE)
    _LABEL_STYLE.draw(canvas, _MARGIN, 112 * _SCALE, texts.label[0], GOLD_LIGHT)
    style = texts.title_style
    baseline = 158 * _SCALE + style.size
    for line in texts.title:
        style.draw(canvas, _MARGIN, baseline, line, IVORY)
        baseline += round(style.size * 1.08)
    baseline += 4 * _SCALE
    for line in texts.lines:
        _MUTED_STYLE.draw(canvas, _MARGIN, baseline, line, _MUTED)
        baseline += 42 * _SCALE
    _draw_logo(canvas)


def _title_style(title: str, width: float, *, is_alone: bool) -> tuple[TextStyle, int]:
    """Return the style of a title and its maximum lines; more if no lines follow (`is_alone`)."""
    if is_alone:
        return fit_text(DISPLAY, title, width, 4, _SIZES_ALONE), 4
    large = fit_text(DISPLAY, title, width, 2, _SIZES)
    if large.fits(title, width, 2):
        return large, 2
    return fit_text(DISPLAY, title, width, 3, _SMALL_SIZES), 3


def _draw_logo(canvas: ImageDraw.ImageDraw) -> None:
    """Draw the logo, as in `ui/shell.py`, with the programme's name."""
    left, top, unit = _MARGIN, 534 * _SCALE, 1.2 * _SCALE

    def at(*points: float) -> list[tuple[float, float]]:
        pairs = zip(points[::2], points[1::2], strict=True)
        return [(left + x * unit, top + y * unit) for x, y in pairs]

    stroke = round(1.6 * unit)
    canvas.arc([*at(13, 17)[0], *at(27, 31)[0]], 180, 360, fill=GOLD_LIGHT, width=stroke)
    for line in (
        (13, 24, 13, 31), (27, 24, 27, 31), (3, 31, 37, 31), (20, 4, 20, 12), (12, 6.1, 15, 13),
        (28, 6.1, 25, 13), (5.7, 11.7, 11, 17), (34.3, 11.7, 29, 17), (3, 20.5, 9.3, 22.3),
        (37, 20.5, 30.7, 22.3),
    ):  # fmt: skip
        canvas.line(at(*line), fill=GOLD_LIGHT, width=stroke)
    name = TextStyle(DISPLAY, 27 * _SCALE)
    name.draw(canvas, left + 62 * _SCALE, 571 * _SCALE, normalize_text(settings().programme), IVORY)
