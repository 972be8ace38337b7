"""The social card of a record: the content of its social image, and the image's URL."""

import json
from dataclasses import asdict, dataclass
from hashlib import blake2b
from typing import Literal

from awards_site.core import paths
from awards_site.settings import settings
from awards_site.ui.share_images.typesetting import is_supported

URL_PREFIX = "/share"
"""The path prefix of social images."""

SOCIAL_IMAGE_SIZE = (1200, 630)
"""Width and height in pixels."""

Kind = Literal["nominees", "events", "blog"]

_DESIGN_VERSION = 1
"""Increment after a change of the design, so that URLs change and images are rendered again."""


@dataclass(frozen=True)
class SocialCard:
    """The content of a social image: a small label, the title and the lines below it.

    `image` is the path of an image on this site, or empty, and `position` its focal point as a CSS
    `object-position`, if it has one; without an image, `fallback_text` such as initials is
    displayed in large letters. `badge` is the text of an award badge.
    """

    kind: Kind
    record_id: int
    label: str
    title: str
    lines: tuple[str, ...] = ()
    image: str = ""
    fallback_text: str = ""
    badge: str = ""
    position: str = ""

    @property
    def digest(self) -> str:
        values = asdict(self)
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
        if not all(map(is_supported, (self.label, self.title, *self.lines))):
            return paths.DEFAULT_SHARE_IMAGE
        return f"{URL_PREFIX}/{self.kind}/{self.name}"
