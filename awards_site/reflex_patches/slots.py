"""Compiles a component together with its child."""

import reflex as rx
from reflex_base.constants.compiler import MemoizationMode

from awards_site.reflex_patches.patch import Patch

PATCH = Patch(
    __name__,
    reason="Radix hands props to the child of a slot, and Reflex would compile the child into a"
    " component of its own, which does not pass them on.",
    obsolete_when="compiled components pass on the props and the ref that they are given",
)


class Slot(rx.Component):
    """A component whose child is compiled in its place."""

    _memoization_mode = MemoizationMode(recursive=False)


def verify() -> None:
    default = getattr(rx.Component.create(), "_memoization_mode", None)
    PATCH.require(isinstance(default, MemoizationMode), "rx.Component._memoization_mode")
