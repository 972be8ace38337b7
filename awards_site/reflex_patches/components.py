"""Components and Vars that need private names of Reflex."""

from collections.abc import Iterable, Mapping
from typing import Any

import reflex as rx
from reflex_base.constants.compiler import MemoizationMode
from reflex_base.vars import VarData

from awards_site.reflex_patches.patch import Patch

_EXPRESSIONS = Patch(
    "expressions",
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


@_EXPRESSIONS.verified_by
def _verify_expressions() -> None:
    line = "const b = useB();"
    try:
        part = js_expression("b", imports={"library": ["useB"]}, hooks={line: None})
        whole = js_expression("a(b)", of=[part])
        data = whole._get_all_var_data()
    except (AttributeError, TypeError):
        _EXPRESSIONS.require(False, "_js_expr, _var_data or _get_all_var_data of rx.Var")
    _EXPRESSIONS.require(str(whole) == "a(b)", "the expression of a Var as its text")
    brought = line in data.hooks and "library" in dict(data.imports)
    _EXPRESSIONS.require(brought, "the hooks and imports of a Var's parts")


_SLOTS = Patch(
    "slots",
    reason="Radix hands props to the child of a slot, and Reflex would compile the child into a"
    " component of its own, which does not pass them on.",
    obsolete_when="compiled components pass on the props and the ref that they are given",
)


class Slot(rx.Component):
    """A component whose child is compiled in its place."""

    _memoization_mode = MemoizationMode(recursive=False)


@_SLOTS.verified_by
def _verify_slots() -> None:
    default = getattr(rx.Component.create(), "_memoization_mode", None)
    _SLOTS.require(isinstance(default, MemoizationMode), "rx.Component._memoization_mode")
