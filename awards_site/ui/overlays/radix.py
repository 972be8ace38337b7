"""Base classes for the parts of Radix primitives."""

import reflex as rx
from reflex_base.constants.compiler import MemoizationMode


class RadixPart(rx.Component):
    """A part of a primitive; with `as_child` it merges its props into its child."""

    as_child: rx.Var[bool]


class RadixSlot(RadixPart):
    """A part that is used with `as_child`.

    Not memoized by Reflex: a memo component between Radix and the child would drop the props.
    """

    _memoization_mode = MemoizationMode(recursive=False)
