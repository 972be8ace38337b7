"""What is drawn beside a link to a page of one record, and the address that this gives."""

import json
from dataclasses import asdict, dataclass
from hashlib import blake2b
from typing import Literal

from awards_site.core import paths
from awards_site.settings import settings
from awards_site.social_images.typesetting import can_be_set

ADDRESS = "/share"
"""Where the pictures are served."""

SHARED_PICTURE_SIZE = (1200, 630)
"""Width and height of what is shown beside a shared link, in pixels."""

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
        drawn = [_DESIGN, settings().programme, asdict(self)]
        return blake2b(json.dumps(drawn).encode(), digest_size=10).hexdigest()

    @property
    def name(self) -> str:
        """The last part of the picture's address."""
        return f"{self.record_id}-{self.digest}.jpg"

    @property
    def address(self) -> str:
        """The picture's address, or the general picture's where the texts cannot be set."""
        if not all(map(can_be_set, (self.label, self.title, *self.lines))):
            return paths.SHARED_PICTURE
        return f"{ADDRESS}/{self.kind}/{self.name}"
