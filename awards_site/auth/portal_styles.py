"""The style sheet of the portal's pages: sign-in and every screen (see ui/compiler.py)."""

import reflex as rx


class PortalStyles(rx.Component):
    """Loads the portal's style sheet with the page; it draws nothing."""

    library = rx.asset("portal_styles.jsx", shared=True).importable_path
    tag = "PortalStyles"
