"""What the parts of Radix's unstyled primitives have in common."""

import reflex as rx
from reflex_base.constants.compiler import MemoizationMode


class RadixPart(rx.Component):
    """A part of a primitive; with `as_child` it lends its behaviour to its child."""

    as_child: rx.Var[bool]


class RadixSlot(RadixPart):
    """A part that lends its behaviour to its child as a rule.

    Radix hands its props to the child, which a component of its own would not pass on.
    """

    _memoization_mode = MemoizationMode(recursive=False)
