"""Drawing the picture of a shared link: 1200 by 630 pixels, in the site's palette and typefaces."""

import io

from PIL import Image, ImageDraw, ImageOps, UnidentifiedImageError

from awards_site.core.files import stored_path
from awards_site.settings import settings
from awards_site.social_images.card import SHARED_PICTURE_SIZE, ShareCard
from awards_site.social_images.typesetting import DISPLAY, NUMERAL, SANS, Setting, composed, largest

_FINE = 2
"""Everything is drawn this many times as large, so that lines and curves come out smooth."""

_WIDTH, _HEIGHT = (_FINE * side for side in SHARED_PICTURE_SIZE)
_PLUM, _PLUM_DEEP = "#3b1230", "#2a0b22"
_ON_PLUM, _MUTED = "#f8efe2", "#d9c3cf"
_GOLD, _GOLD_LIGHT = "#b0863b", "#e2c078"
_MARGIN = 64 * _FINE
_GAP = 56 * _FINE
_QUALITY = 86
_SIZES_ALONE = range(84 * _FINE, 47 * _FINE, -6 * _FINE)
_SIZES = range(82 * _FINE, 57 * _FINE, -6 * _FINE)
_SMALL_SIZES = range(56 * _FINE, 39 * _FINE, -4 * _FINE)
_MAX_LINES = 3

# A portrait is shown upright, a scene a little wider.
_PICTURE_WIDTHS = {"nominees": 504 * _FINE, "events": 560 * _FINE, "blog": 560 * _FINE}
# Scans and panoramas are decoded no larger than this; see `Image.draft`.
_MAX_PIXELS = 40_000_000


def draw(card: ShareCard) -> bytes:
    """Return the picture of a card as a JPEG file."""
    image = _ground()
    brush = ImageDraw.Draw(image)
    right = _WIDTH - _PICTURE_WIDTHS[card.kind]
    picture = _picture(card.picture, (_WIDTH - right, _HEIGHT))
    if picture is not None:
        image.paste(picture, (right, 0))
        brush.line([(right, 0), (right, _HEIGHT)], fill=_GOLD, width=2 * _FINE)
    else:
        _arches(brush, (right + _WIDTH) / 2, card.ornament)
    if card.seal:
        _seal(image, (right, _HEIGHT - 104 * _FINE), card.seal)
    _texts(brush, card, right - _MARGIN - _GAP)
    file = io.BytesIO()
    image.resize(SHARED_PICTURE_SIZE, Image.Resampling.LANCZOS).save(
        file, "JPEG", quality=_QUALITY, optimize=True, progressive=True
    )
    return file.getvalue()


def _ground() -> Image.Image:
    shade = Image.linear_gradient("L").resize((_WIDTH, _HEIGHT))
    plum, deep = (Image.new("RGB", (_WIDTH, _HEIGHT), tone) for tone in (_PLUM, _PLUM_DEEP))
    return Image.composite(deep, plum, shade)


def _picture(address: str, size: tuple[int, int]) -> Image.Image | None:
    """Return a stored picture, cut to `size`; None for one that stands elsewhere or is broken."""
    path = stored_path(address)
    if path is None:
        return None
    try:
        with Image.open(path) as stored:
            if stored.width * stored.height > _MAX_PIXELS:
                return None
            stored.draft("RGB", size)
            upright = ImageOps.exif_transpose(stored)
            # What is transparent shows the ground.
            layer = upright.convert("RGBA")
    except (UnidentifiedImageError, OSError, ValueError):
        return None
    # Faces are above the middle.
    cut = ImageOps.fit(layer, size, Image.Resampling.LANCZOS, centering=(0.5, 0.35))
    ground = Image.new("RGB", size, _PLUM_DEEP)
    ground.paste(cut, mask=cut.getchannel("A"))
    return ground


def _arches(brush: ImageDraw.ImageDraw, middle: float, ornament: str) -> None:
    """Draw doorways within doorways, and the ornament in them."""
    for step in range(5):
        half, top = (210 - 30 * step) * _FINE, (70 + 34 * step) * _FINE
        left, right = middle - half, middle + half
        tone = _GOLD_LIGHT if step == 0 else _GOLD
        brush.arc([left, top, right, top + 2 * half], 180, 360, fill=tone, width=_FINE)
        for edge in (left, right):
            brush.line([(edge, top + half), (edge, _HEIGHT)], fill=tone, width=_FINE)
    if ornament:
        setting = largest(NUMERAL, ornament, 150 * _FINE, 1, range(150 * _FINE, 40, -8))
        left = middle - setting.width(ornament) / 2
        setting.draw(brush, left, _HEIGHT - 150 * _FINE, ornament, _GOLD_LIGHT)


def _seal(image: Image.Image, middle: tuple[int, int], text: str) -> None:
    """Draw the seal of an award, as `ui/badges.py` draws it on cards."""
    brush = ImageDraw.Draw(image)
    across, down = middle
    radius = 74 * _FINE
    brush.regular_polygon((across, down, radius), 24, fill=_GOLD_LIGHT)
    brush.regular_polygon((across, down, radius), 24, rotation=7, fill=_GOLD_LIGHT)
    inner = radius - 12 * _FINE
    brush.circle((across, down), inner, outline=_PLUM, width=_FINE)
    setting = Setting(DISPLAY, 34 * _FINE)
    setting.draw(brush, across - setting.width(text) / 2, down + 11 * _FINE, text, _PLUM_DEEP)


def _texts(brush: ImageDraw.ImageDraw, card: ShareCard, width: float) -> None:
    label = Setting(SANS, 25 * _FINE)
    brush.line([(_MARGIN, 72 * _FINE), (_MARGIN + width, 72 * _FINE)], fill=_GOLD, width=_FINE)
    [shown] = label.wrap(composed(card.label), width, 1)
    label.draw(brush, _MARGIN, 112 * _FINE, shown, _GOLD_LIGHT)

    title = composed(card.title)
    setting, max_lines = _title(title, width, alone=not card.lines)
    baseline = 158 * _FINE + setting.size
    for line in setting.wrap(title, width, max_lines):
        setting.draw(brush, _MARGIN, baseline, line, _ON_PLUM)
        baseline += round(setting.size * 1.08)

    quiet = Setting(SANS, 29 * _FINE)
    lines = [line for text in card.lines for line in quiet.wrap(composed(text), width, 2)]
    baseline += 4 * _FINE
    for line in lines[:_MAX_LINES]:
        quiet.draw(brush, _MARGIN, baseline, line, _MUTED)
        baseline += 42 * _FINE
    _signature(brush)


def _title(title: str, width: float, *, alone: bool) -> tuple[Setting, int]:
    """Return how a title is set, and its most lines; `alone` leaves it the whole height."""
    if alone:
        return largest(DISPLAY, title, width, 4, _SIZES_ALONE), 4
    large = largest(DISPLAY, title, width, 2, _SIZES)
    if large.holds(title, width, 2):
        return large, 2
    return largest(DISPLAY, title, width, 3, _SMALL_SIZES), 3


def _signature(brush: ImageDraw.ImageDraw) -> None:
    """Draw the programme's mark (`ui/layout/logo.py`) and its name."""
    left, top, unit = _MARGIN, 534 * _FINE, 1.2 * _FINE

    def at(*points: float) -> list[tuple[float, float]]:
        pairs = zip(points[::2], points[1::2], strict=True)
        return [(left + x * unit, top + y * unit) for x, y in pairs]

    thick = round(1.6 * unit)
    brush.arc([*at(13, 17)[0], *at(27, 31)[0]], 180, 360, fill=_GOLD_LIGHT, width=thick)
    for line in (
        (13, 24, 13, 31), (27, 24, 27, 31), (3, 31, 37, 31), (20, 4, 20, 12), (12, 6.1, 15, 13),
        (28, 6.1, 25, 13), (5.7, 11.7, 11, 17), (34.3, 11.7, 29, 17), (3, 20.5, 9.3, 22.3),
        (37, 20.5, 30.7, 22.3),
    ):  # fmt: skip
        brush.line(at(*line), fill=_GOLD_LIGHT, width=thick)
    name = Setting(DISPLAY, 27 * _FINE)
    name.draw(brush, left + 62 * _FINE, 571 * _FINE, composed(settings().programme), _ON_PLUM)
