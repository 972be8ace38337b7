"""Arriving at an anchor: the page glides there and stays while lists above it load."""

import reflex as rx

_FOR_MS = 4000


class AnchorKeeper(rx.Component):
    """Scrolls to the anchor in the address for a while, until the visitor steers."""

    library = rx.asset("anchor.jsx", shared=True).importable_path
    tag = "AnchorKeeper"

    for_ms: rx.Var[int]


def anchor_keeper() -> rx.Component:
    """Return the keeper of a page, which shows nothing."""
    return AnchorKeeper.create(for_ms=_FOR_MS)
