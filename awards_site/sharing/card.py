"""What is drawn beside a link to a page of one record, and the address that this gives."""

import json
from dataclasses import asdict, dataclass
from hashlib import blake2b
from typing import Literal

from awards_site.settings import settings
from awards_site.ui import paths

ADDRESS = "/share"
"""Where the pictures are served."""

Kind = Literal["nominees", "events", "blog"]

_DESIGN = 1
"""Raised with each change of the drawing, which makes other pictures of the same records."""


@dataclass(frozen=True)
class ShareCard:
    """What is drawn: a small label, the title, lines below it, and a picture or an ornament.

    `picture` is an address on this site, or empty; where there is none, `ornament` is set large,
    such as initials or a day. A `seal` stands for an award that was won.
    """

    kind: Kind
    record_id: int
    label: str
    title: str
    lines: tuple[str, ...] = ()
    picture: str = ""
    ornament: str = ""
    seal: str = ""

    @property
    def digest(self) -> str:
        """A digest of all that is drawn."""
        drawn = [_DESIGN, settings().programme, asdict(self)]
        return blake2b(json.dumps(drawn).encode(), digest_size=10).hexdigest()

    @property
    def name(self) -> str:
        """The last part of the picture's address."""
        return f"{self.record_id}-{self.digest}.jpg"

    @property
    def address(self) -> str:
        """The picture's address, or the general picture's where the texts cannot be set."""
        if not can_be_set(self.title + self.label + "".join(self.lines)):
            return paths.SHARED_PICTURE
        return f"{ADDRESS}/{self.kind}/{self.name}"


LATIN = ((0x20, 0x7E), (0xA0, 0xFF), (0x2010, 0x2027), (0x2039, 0x203A))
"""The characters of the typefaces' main files that are used, as ranges; see `fonts`."""

EXTENDED = ((0x100, 0x17F), (0x1E80, 0x1E9E), (0x1EF2, 0x1EF3))
"""The characters of their further files."""


def is_in(character: str, ranges: tuple[tuple[int, int], ...]) -> bool:
    """Tell whether a character is in one of the ranges."""
    return any(first <= ord(character) <= last for first, last in ranges)


def can_be_set(text: str) -> bool:
    """Tell whether the typefaces have all characters of a text; other scripts they lack."""
    return all(is_in(each, LATIN + EXTENDED) for each in " ".join(text.split()))
