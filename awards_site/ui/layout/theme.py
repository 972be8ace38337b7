"""The portal's style sheets, in order, and its font preloading."""

from awards_site.frontend import react, script

STYLE_SHEETS = ["fonts.css", "theme.css", "base.css", "utilities.css"]
"""Files under `assets/`, for `rx.App(stylesheets=...)`."""


FontPreload = react(
    "FontPreload",
    script("layout/fonts.jsx"),
    dependencies=[
        "@fontsource-variable/fraunces@5.3.0",
        "@fontsource-variable/instrument-sans@5.3.0",
    ],
)
"""A preload link for the font of the portal's texts; that of its headings follows the scripts.

Public pages load their fonts after the first paint (`awards_site/prerender/typefaces.js`).
"""
