"""What surrounds every public page: skip link, header, main, footer, notices."""

from typing import Any

import reflex as rx

from awards_site.core import paths
from awards_site.ui.layout.anchor import AnchorKeeper
from awards_site.ui.layout.footer import footer
from awards_site.ui.layout.header import header
from awards_site.ui.layout.skip_link import skip_link
from awards_site.ui.overlays.toasts import NoticeArea


def shell(*children: Any, active: str, over_picture: bool = False) -> rx.Component:
    """Return a public page; `active` is its path, marked in the header.

    `over_picture` lets the header lie over a picture with which the page begins.
    """
    return rx.fragment(
        skip_link(),
        header(active, over_picture=over_picture),
        rx.el.main(*children, id=paths.MAIN_ANCHOR, tab_index=-1, class_name="outline-none"),
        footer(),
        NoticeArea.create(),
        AnchorKeeper.create(),
    )
