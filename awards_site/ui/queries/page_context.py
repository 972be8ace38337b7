"""What a public page's scripts know of the page, which they import from here."""

import reflex as rx

from awards_site.reflex_patches.expressions import js_expression

PAGE_CONTEXT_SCRIPT = rx.asset("page_context.jsx", shared=True)
"""The script with `PageContext`, `usePage` and `usePath`."""


def site_setting(name: str) -> rx.Var[str]:
    """Return a setting of the running site, which the build does not know, as a Var.

    Those are in `awards_site/prerender/html.py`.
    """
    return js_expression(
        f"site.{name}",
        imports={PAGE_CONTEXT_SCRIPT.importable_path: "usePage"},
        hooks={"const { site } = usePage();": None},
    ).to(str)
