"""The asset of `page_context.jsx`, and site settings as Vars."""

import reflex as rx

from awards_site.reflex_patches.compilation.expressions import js_expression

PAGE_CONTEXT_SCRIPT = rx.asset("page_context.jsx", shared=True)
"""Exports `PageContext`, `usePage` and `usePath`."""


def site_setting(name: str) -> rx.Var[str]:
    """Return a runtime setting of the site, one of `site_values` in prerender/html.py, as a Var."""
    return js_expression(
        f"site.{name}",
        imports={PAGE_CONTEXT_SCRIPT.importable_path: "usePage"},
        hooks={"const { site } = usePage();": None},
    ).to(str)
