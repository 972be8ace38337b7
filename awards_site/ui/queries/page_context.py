"""What a public page's scripts know of the page, which they import from here."""

import reflex as rx
from reflex_base.utils.imports import ImportVar
from reflex_base.vars import VarData

PAGE_CONTEXT_SCRIPT = rx.asset("page_context.jsx", shared=True)
"""The script with `PageContext`, `usePage` and `usePath`."""


def site_setting(name: str) -> rx.Var[str]:
    """Return a setting of the running site, which the build does not know, as a Var.

    Those are in `awards_site/prerender/html.py`.
    """
    imports = {PAGE_CONTEXT_SCRIPT.importable_path: [ImportVar(tag="usePage")]}
    data = VarData(imports=imports, hooks={"const { site } = usePage();": None})
    return rx.Var(_js_expr=f"site.{name}", _var_data=data).to(str)
