"""The look's style sheets in the order in which they apply, and the preloading of its fonts."""

import reflex as rx

STYLE_SHEETS = ["fonts.css", "theme.css", "base.css", "utilities.css"]
"""The files under `assets/` that `rx.App(stylesheets=...)` takes."""


class FontPreload(rx.Component):
    """Links that make the browser fetch the portal's fonts before it has read the style sheet.

    Public pages are painted before theirs (`awards_site/prerender/typefaces.js`).
    """

    library = rx.asset("fonts.jsx", shared=True).importable_path
    tag = "FontPreload"
    lib_dependencies: list[str] = [
        "@fontsource-variable/fraunces@5.3.0",
        "@fontsource-variable/instrument-sans@5.3.0",
    ]
