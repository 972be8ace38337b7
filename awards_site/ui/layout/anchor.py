"""Keeps the URL's anchor in view while lists above it load."""

import reflex as rx


class AnchorKeeper(rx.Component):
    """Scrolls to the URL's anchor for 4 s after loading, or until the visitor interacts."""

    library = rx.asset("anchor.jsx", shared=True).importable_path
    tag = "AnchorKeeper"
