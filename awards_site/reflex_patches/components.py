"""Components and Vars that need private names of Reflex."""

from collections.abc import Sequence
from typing import Any
from zlib import crc32

import reflex as rx
from reflex_base.constants.compiler import MemoizationMode
from reflex_base.utils.imports import ImportVar
from reflex_base.vars import VarData

from awards_site.reflex_patches.patch import Patch

_FUNCTIONS = Patch(
    "functions",
    reason="Only arguments and methods with private names give a Var its imports and hooks.",
    obsolete_when="Vars take imports and hooks by public names",
)


def js_function(
    name: str, script: str, *, dependencies: Sequence[str] = ()
) -> rx.vars.FunctionVar[Any]:
    """Return a function that a script exports; `partial(...)` of it is an event handler.

    `dependencies` are the npm packages that the script imports, with versions.
    """
    packages = {each: ImportVar(tag="", render=False) for each in dependencies}
    data = VarData(imports={script: name, **packages})
    return rx.vars.FunctionStringVar.create(name, _var_data=data)


def js_call(
    name: str, script: str, *arguments: Any, shape: Any, dependencies: Sequence[str] = ()
) -> Any:
    """Return the result of calling a function of a script, as a Var of type `shape`.

    A function named `use...` is called as a React hook, once for equal arguments.
    """
    call = js_function(name, script, dependencies=dependencies).call(*arguments)
    if name.startswith("use"):
        result = f"{name.removeprefix('use').lower()}{crc32(str(call).encode()):x}"
        hook = VarData(hooks={f"const {result} = {call!s};": None})
        call = rx.Var(result, _var_data=VarData.merge(call._get_all_var_data(), hook))
    return call.to(shape)


@_FUNCTIONS.verified_by
def _verify_functions() -> None:
    try:
        part = js_call("useB", "library", shape=str)
        whole = js_call("a", "other", part, shape=str)
        data = whole._get_all_var_data()
    except (AttributeError, TypeError):
        _FUNCTIONS.require(False, "_var_data or _get_all_var_data of rx.Var")
    _FUNCTIONS.require(str(whole) == f"(a({part!s}))", "the expression of a Var as its text")
    brought = f"const {part!s} = (useB());" in data.hooks and "library" in dict(data.imports)
    _FUNCTIONS.require(brought, "the hooks and imports of a Var's parts")


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
