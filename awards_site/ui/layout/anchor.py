"""Arriving at an anchor: the page glides there and stays while lists above it load."""

import reflex as rx


class AnchorKeeper(rx.Component):
    """Scrolls to the anchor in the address for a while, until the visitor steers."""

    library = rx.asset("anchor.jsx", shared=True).importable_path
    tag = "AnchorKeeper"
