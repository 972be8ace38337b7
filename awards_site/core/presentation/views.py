"""Parts of the views of several entities: images, and links between the pages of records."""

from typing import NotRequired

from pydantic import BaseModel
from typing_extensions import TypedDict


class ImageVariants(TypedDict):
    """An image's size and the widths of its variants by format, all in pixels.

    The widths ascend. A width that equals the image's own, in the image's own format, stands for
    the image itself. `tint` has the image's colors from top to bottom as stops of a CSS gradient;
    it is empty for transparent images.
    """

    width: int
    height: int
    avif: list[int]
    webp: list[int]
    tint: str


class ResponsiveImage(ImageVariants):
    """An image at the URL `src`, which may be empty, with its existing variants.

    Width and height are 0 for images on other sites. The media library may have an alternative
    text and a credit for it, and its focal point as a CSS `object-position`.
    """

    src: str
    alt: NotRequired[str]
    credit: NotRequired[str]
    position: NotRequired[str]


class PageLink(TypedDict):
    """A link to a page of this site."""

    name: str
    path: str


class PrevNext(BaseModel):
    """Links to the previous and next record; null at either end."""

    previous: PageLink | None
    next: PageLink | None
