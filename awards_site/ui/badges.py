"""The badges of honorees: a gold seal for winners, a hairline label for finalists."""

from math import cos, pi, sin

import reflex as rx

_POINTS = 24


def _scalloped_edge(outer: float = 49.0, inner: float = 45.0) -> str:
    """Return the SVG path of a seal's outline, centred in a square of 100 by 100."""
    corners = []
    for step in range(_POINTS * 2):
        radius = outer if step % 2 == 0 else inner
        angle = pi * step / _POINTS
        corners.append(f"{50 + radius * cos(angle):.1f} {50 + radius * sin(angle):.1f}")
    return f"M{'L'.join(corners)}Z"


_EDGE = _scalloped_edge()
_STAR = "m50 20 2.6 5.6 6.1.7-4.5 4.2 1.2 6-5.4-3-5.4 3 1.2-6-4.5-4.2 6.1-.7z"
_LAUREL = "M30 66q20 18 40 0M33 69l-5 3M39 73l-4 5M47 75l-1 6M53 75l1 6M61 73l4 5M67 69l5 3"


def winner_badge() -> rx.Component:
    return rx.el.span(
        rx.el.svg(
            rx.el.path(d=_EDGE, class_name="fill-gold-light"),
            rx.el.circle(cx="50", cy="50", r="40", class_name="fill-none stroke-plum/50"),
            rx.el.path(d=_STAR, class_name="fill-plum"),
            rx.el.path(d=_LAUREL, class_name="fill-none stroke-plum stroke-[1.5]"),
            view_box="0 0 100 100",
            aria_hidden="true",
            class_name="absolute inset-0 size-full drop-shadow-md",
        ),
        rx.el.span("Winner", class_name="relative font-display text-[0.9375rem] font-semibold"),
        class_name="relative grid size-19 place-items-center leading-none text-plum-deep",
        data_testid="winner-badge",
    )


def finalist_badge() -> rx.Component:
    return rx.el.span(
        "Finalist",
        class_name=(
            "inline-block border border-gold bg-surface px-3 py-1 font-display text-sm"
            " text-gold-ink"
        ),
        data_testid="finalist-badge",
    )
