"""The asset of `page_context.jsx`, and site settings as Vars."""

import reflex as rx

from awards_site.frontend import script
from awards_site.reflex_patches.compilation.expressions import js_expression

PAGE_CONTEXT_SCRIPT = script("queries/page_context.jsx")
"""Exports `PageContext`, `usePage` and `usePath`."""


def site_setting(name: str) -> rx.Var[str]:
    """Return a runtime setting of the site, one of `site_values` in prerender/html.py, as a Var."""
    return js_expression(
        f"site.{name}",
        imports={PAGE_CONTEXT_SCRIPT: "usePage"},
        hooks={"const { site } = usePage();": None},
    ).to(str)
