"""The shell of public pages: skip link, header, main, footer and toasts."""

from typing import Any

import reflex as rx

from awards_site.core import paths
from awards_site.ui.layout.anchor import AnchorKeeper
from awards_site.ui.layout.footer import footer
from awards_site.ui.layout.header import header
from awards_site.ui.layout.skip_link import skip_link
from awards_site.ui.toasts.toasts import Toaster


def shell(*children: Any, active: str, over_image: bool = False) -> rx.Component:
    """Return a public page; `active` is its path, marked in the header.

    With `over_image`, the header overlaps an image at the top of the page.
    """
    return rx.fragment(
        skip_link(),
        header(active, over_image=over_image),
        rx.el.main(*children, id=paths.MAIN_ANCHOR, tab_index=-1, class_name="outline-none"),
        footer(),
        Toaster.create(),
        AnchorKeeper.create(),
    )
