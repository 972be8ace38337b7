"""The portal's style sheets, in order, and its font preloading."""

import reflex as rx

STYLE_SHEETS = ["fonts.css", "theme.css", "base.css", "utilities.css"]
"""Files under `assets/`, for `rx.App(stylesheets=...)`."""


class FontPreload(rx.Component):
    """A preload link for the font of the portal's texts; that of its headings follows the scripts.

    Public pages load their fonts after the first paint (`awards_site/prerender/typefaces.js`).
    """

    library = rx.asset("fonts.jsx", shared=True).importable_path
    tag = "FontPreload"
    lib_dependencies: list[str] = [
        "@fontsource-variable/fraunces@5.3.0",
        "@fontsource-variable/instrument-sans@5.3.0",
    ]
