"""The asset of `page_context.jsx`, and site settings as Vars."""

import reflex as rx
from reflex_base.utils.imports import ImportVar
from reflex_base.vars import VarData

PAGE_CONTEXT_SCRIPT = rx.asset("page_context.jsx", shared=True)
"""Exports `PageContext`, `usePage` and `usePath`."""


def site_setting(name: str) -> rx.Var[str]:
    """Return a runtime setting of the site, one of `site_values` in prerender/html.py, as a Var."""
    imports = {PAGE_CONTEXT_SCRIPT.importable_path: [ImportVar(tag="usePage")]}
    data = VarData(imports=imports, hooks={"const { site } = usePage();": None})
    return rx.Var(_js_expr=f"site.{name}", _var_data=data).to(str)
