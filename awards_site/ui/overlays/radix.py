"""Base classes for the parts of Radix primitives."""

import reflex as rx

from awards_site.reflex_patches.compilation.slots import Slot


class RadixPart(rx.Component):
    """A part of a primitive; with `as_child` it merges its props into its child."""

    as_child: rx.Var[bool]


class RadixSlot(Slot, RadixPart):
    """A part that is used with `as_child`."""
