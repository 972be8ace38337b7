"""Kits: badge, certificate, share image, QR code and texts with which a nominee shows her award.

They are made from what visitors see of her at that moment, so nothing under embargo is in them.
"""

import io
import math
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from html import escape
from mimetypes import guess_type
from threading import Lock
from zipfile import ZipFile, ZipInfo

import segno
from PIL import Image, ImageDraw
from sqlmodel import col
from starlette.responses import Response

from awards_site.accounts.callers import Caller, use_case
from awards_site.core.database.sessions import reading
from awards_site.core.errors import NotFound
from awards_site.core.http.downloads import download_response
from awards_site.features.nominees.entity import Nominee, NomineeCategory, NomineeView, social_card
from awards_site.features.nominees.service import NOMINEE, nominees
from awards_site.settings import settings
from awards_site.ui.pages import absolute
from awards_site.ui.share_images.drawing import GOLD, GOLD_LIGHT, IVORY, PLUM_DEEP
from awards_site.ui.share_images.routes import image_file
from awards_site.ui.share_images.typesetting import (
    CREATED,
    FONTS,
    STATIC_DISPLAY,
    TextStyle,
    fit_text,
    normalize_text,
)

ARCHIVE = "kit.zip"


def read_nominee(nominee_id: int) -> NomineeView:
    """Return a nominee as visitors see her now. Raises NotFound."""
    with reading() as session:
        return NomineeView.model_validate(nominees.read(session, nominee_id, staff=False))


def _status(nominee: NomineeView) -> str:
    return "Winner" if nominee.is_winner else "Finalist" if nominee.is_finalist else "Nominee"


def _category(nominee: NomineeView) -> str:
    return NomineeCategory.labels().get(nominee.category, nominee.category)


def texts_of(nominee: NomineeView) -> dict[str, str]:
    """Return the texts to copy by what they are for."""
    status, category, url = _status(nominee), _category(nominee), absolute(nominee.path)
    award = f"the {settings().programme} {nominee.year} in the category {category}. {url}"
    did = {"Winner": "won", "Finalist": "am a finalist of", "Nominee": "am nominated for"}[status]
    return {
        "Post by her": f"I {did} {award}",
        "Post by others": f"Congratulations to {nominee.name}, {status.lower()} of {award}",
        "For a biography": f"{status}, {settings().programme} {nominee.year} ({category})",
        "Email signature": f"{status}, {settings().short_name} {nominee.year} | {url}",
    }


@use_case(NOMINEE.edited_by)
def read_texts(_caller: Caller, nominee_id: int) -> dict[str, str]:
    """Return the texts of a published nominee's kit by what they are for. Raises NotFound."""
    return texts_of(read_nominee(nominee_id))


_SIDE, _MIDDLE, _DISC, _RING = 1000, 500, 415, 392
_SEAL = [
    (_MIDDLE + radius * math.sin(angle), _MIDDLE - radius * math.cos(angle))
    for angle in (step * math.pi / 216 for step in range(432))
    for radius in [478 + 12 * math.cos(36 * angle)]
]


def _badge_lines(status: str, year: int) -> list[tuple[int, TextStyle, str, str]]:
    """Return the lines in the middle of the badge: baseline, style, text, color."""
    small = TextStyle(STATIC_DISPLAY, 54)
    programme = small.wrap(normalize_text(settings().programme), 540, 2)
    style = fit_text(STATIC_DISPLAY, status, 640, 1, range(190, 60, -10))
    return [
        *((322 + 64 * row, small, text, GOLD_LIGHT) for row, text in enumerate(programme)),
        (580, style, status, IVORY),
        (734, TextStyle(STATIC_DISPLAY, 100), str(year), GOLD_LIGHT),
    ]


@lru_cache(maxsize=8)
def _badge_png(status: str, year: int, scale: int = 2) -> bytes:
    image, middle = Image.new("RGBA", (_SIDE * scale, _SIDE * scale)), _MIDDLE * scale
    canvas = ImageDraw.Draw(image)
    canvas.polygon([(x * scale, y * scale) for x, y in _SEAL], fill=GOLD_LIGHT)
    canvas.circle((middle, middle), _DISC * scale, fill=PLUM_DEEP)
    canvas.circle((middle, middle), _RING * scale, outline=GOLD, width=4 * scale)
    for baseline, style, text, color in _badge_lines(status, year):
        large = TextStyle(style.typeface, style.size * scale)
        large.draw(canvas, middle - large.width(text) / 2, baseline * scale, text, color)
    file = io.BytesIO()
    image.resize((_SIDE, _SIDE), Image.Resampling.LANCZOS).save(file, "PNG", optimize=True)
    return file.getvalue()


def _badge_svg(status: str, year: int) -> bytes:
    """Return the badge with its font, so that it looks the same wherever it is put."""
    font = b64encode((FONTS / STATIC_DISPLAY.files[0]).read_bytes()).decode()
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in _SEAL)
    circle = f'<circle cx="{_MIDDLE}" cy="{_MIDDLE}"'
    texts = (
        f'<text x="{_MIDDLE}" y="{y}" font-size="{style.size}" fill="{color}">{escape(text)}</text>'
        for y, style, text, color in _badge_lines(status, year)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_SIDE} {_SIDE}"><style>'
        f"@font-face{{font-family:Fraunces;src:url(data:font/woff2;base64,{font})}}"
        "text{font-family:Fraunces,Georgia,serif;text-anchor:middle}</style>"
        f'<polygon fill="{GOLD_LIGHT}" points="{points}"/>'
        f'{circle} r="{_DISC}" fill="{PLUM_DEEP}"/>'
        f'{circle} r="{_RING}" fill="none" stroke="{GOLD}" stroke-width="4"/>'
        f"{''.join(texts)}</svg>"
    ).encode()


def _certificate(nominee: NomineeView) -> bytes:
    from awards_site.features.nominees.certificates import Certificate

    status = _status(nominee)
    badge = _badge_png(status, nominee.year)
    return bytes(Certificate(nominee, status, _category(nominee), badge).output())


def _qr_code(nominee: NomineeView) -> bytes:
    file = io.BytesIO()
    code = segno.make(absolute(nominee.path), error="m", micro=False)
    code.save(file, kind="png", scale=20, dark=PLUM_DEEP, light="white")
    return file.getvalue()


def _texts(nominee: NomineeView) -> bytes:
    paragraphs = [f"{label}:\r\n{text}\r\n" for label, text in texts_of(nominee).items()]
    return "\r\n".join(paragraphs).encode()


FILES: Mapping[str, Callable[[NomineeView], bytes]] = {
    "badge.svg": lambda nominee: _badge_svg(_status(nominee), nominee.year),
    "badge.png": lambda nominee: _badge_png(_status(nominee), nominee.year),
    "certificate.pdf": _certificate,
    "share-image.jpg": lambda nominee: image_file(social_card(nominee)).read_bytes(),
    "qr-code.png": _qr_code,
    "texts.txt": _texts,
}
"""The functions that make the files of a kit, by name."""


def file_label(name: str) -> str:
    """Return what a file is, such as 'Share image (JPG)'."""
    title, _, kind = name.partition(".")
    return f"{title.replace('-', ' ').capitalize().replace('Qr', 'QR')} ({kind.upper()})"


_drawing = Lock()
"""Held while a file is made, which takes a CPU and up to 30 MB."""


def _make(nominee: NomineeView, name: str) -> bytes:
    with _drawing:
        return FILES[name](nominee)


def kit_file(nominee_id: int, name: str) -> Response:
    """Return a file of a kit, or all as ARCHIVE. Raises NotFound, also for another name."""
    nominee = read_nominee(nominee_id)
    if name not in {ARCHIVE, *FILES}:
        raise NotFound.of("File")
    alone = (_make(nominee, each) for each in [name])
    content = _archive({"": nominee}) if name == ARCHIVE else alone
    return download_response(f"{_slug(nominee)}-{name}", str(guess_type(name)[0]), content)


def kits_of_year(year: int) -> Response:
    """Return a ZIP with a folder for each published nominee of an edition."""
    with reading() as session:
        found = nominees.list_published(session, col(Nominee.year) == year)
        shown = [NomineeView.model_validate(each) for each in found]
    folders = {f"{_slug(each)}/": each for each in shown}
    return download_response(f"kits-{year}.zip", "application/zip", _archive(folders))


def _slug(nominee: NomineeView) -> str:
    return nominee.path.rpartition("/")[2]


class _Chunks(list[bytes]):
    """A file that is sent as it is written."""

    def write(self, data: bytes) -> int:
        self.append(bytes(data))
        return len(data)

    def flush(self) -> None: ...


def _archive(folders: Mapping[str, NomineeView]) -> Iterator[bytes]:
    """Yield the parts of a ZIP of nominees' kits by folder; a file is made when it is sent."""
    chunks = _Chunks()
    with ZipFile(chunks, "w") as archive:  # type: ignore[call-overload] # Write is enough.
        for folder, nominee in folders.items():
            for name in FILES:
                entry = ZipInfo(f"{folder}{name}", CREATED.timetuple()[:6])
                archive.writestr(entry, _make(nominee, name))
                yield from chunks
                chunks.clear()
    yield from chunks
