"""Fixed texts on a page: the default ships in the page, and a State brings what overrides it."""

from collections.abc import Iterable
from typing import Any

import reflex as rx

from awards_site.core.fixed_content import FixedContent
from awards_site.core.pictures import ResponsiveImage, responsive_image

PicturesOfTexts = dict[str, ResponsiveImage]
"""The pictures that fixed texts name, by their addresses."""


def shown(override: Any, fixed: FixedContent[Any]) -> Any:
    """Return the texts that the page shows, as a Var of the model of `fixed`.

    `override` is a State's variable, as `read_override` fills it. While it is None the default
    stands, which is in the page's own script and HTML, and in no visitor's State. Give the result
    to one `rx.memo` for each section of the page: every use of it writes the default once more.
    """
    default = rx.Var.create(fixed.default.model_dump(mode="json"))
    return rx.cond(override, override, default).to(fixed.shape)


def pictures_of(addresses: Iterable[str | None]) -> PicturesOfTexts:
    """Return the pictures that texts name, by their addresses."""
    return {address: responsive_image(address) for address in addresses if address}


def shown_pictures(override: Any, default: Iterable[str | None]) -> Any:
    """Return the pictures of the texts that the page shows, as a Var, by their addresses.

    `override` is a State's variable with the pictures of changed texts; `default` are the
    addresses in the default texts, whose pictures ship with the site.
    """
    shipped = rx.Var.create(pictures_of(default))
    return rx.cond(override, override, shipped).to(PicturesOfTexts)
