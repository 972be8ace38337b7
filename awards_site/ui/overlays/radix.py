"""What the parts of Radix's unstyled primitives have in common."""

import reflex as rx

from awards_site.reflex_patches.slots import Slot


class RadixPart(rx.Component):
    """A part of a primitive; with `as_child` it lends its behaviour to its child."""

    as_child: rx.Var[bool]


class RadixSlot(Slot, RadixPart):
    """A part that lends its behaviour to its child as a rule."""
