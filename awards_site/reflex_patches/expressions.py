"""Makes Vars of JavaScript expressions, with the imports and hooks that they need."""

from collections.abc import Iterable, Mapping
from typing import Any

import reflex as rx
from reflex_base.vars import VarData

from awards_site.reflex_patches.patch import Patch

PATCH = Patch(
    __name__,
    reason="Only arguments and methods with private names give a Var its imports and hooks.",
    obsolete_when="`rx.Var` takes expression, imports and hooks by public names",
)


def js_expression(
    expression: str,
    *,
    of: Iterable[rx.Var[Any]] = (),
    imports: Mapping[str, Any] | None = None,
    hooks: Mapping[str, None] | None = None,
) -> rx.Var[Any]:
    """Return `expression` as a Var; it brings what it needs, and what the Vars `of` it need.

    A Var that is formatted into the expression brings what it needs itself.

    `imports` are names, ImportVars or lists of both by library, and `hooks` lines of JavaScript.
    """
    own = VarData(imports=dict(imports or {}), hooks=dict(hooks or {}))
    data = VarData.merge(*(var._get_all_var_data() for var in of), own)
    return rx.Var(_js_expr=expression, _var_data=data)


def verify() -> None:
    line = "const b = useB();"
    try:
        part = js_expression("b", imports={"library": ["useB"]}, hooks={line: None})
        whole = js_expression("a(b)", of=[part])
        data = whole._get_all_var_data()
    except (AttributeError, TypeError):
        PATCH.require(False, "_js_expr, _var_data or _get_all_var_data of rx.Var")
    PATCH.require(str(whole) == "a(b)", "the expression of a Var as its text")
    brought = line in data.hooks and "library" in dict(data.imports)
    PATCH.require(brought, "the hooks and imports of a Var's parts")
