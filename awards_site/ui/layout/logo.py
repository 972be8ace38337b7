"""The logo: a symbol of a sun rising over a doorway, and the programme's short name."""

import reflex as rx

from awards_site.settings import settings

_DOOR = "M13 31v-7a7 7 0 0 1 14 0v7"
_HORIZON = "M3 31h34"
_RAYS = (
    "M20 4v8M12 6.1l3 6.9M28 6.1l-3 6.9M5.7 11.7l5.3 5.3M34.3 11.7l-5.3 5.3M3 20.5l6.3 1.8"
    "M37 20.5l-6.3 1.8"
)


def logo_symbol(class_name: str = "") -> rx.Component:
    """Return the symbol without the name; decorative, in the text's colour."""
    return rx.el.svg(
        *[rx.el.path(d=path) for path in (_DOOR, _HORIZON, _RAYS)],
        view_box="0 0 40 35",
        aria_hidden="true",
        class_name=f"fill-none stroke-current stroke-[1.5] {class_name}".strip(),
    )


def logo(class_name: str = "") -> rx.Component:
    return rx.el.span(
        logo_symbol("h-8 w-9 flex-none"),
        rx.el.span(
            settings().short_name,
            class_name="font-display text-[1.625rem] leading-none font-medium tracking-[0.04em]",
        ),
        class_name=f"inline-flex items-center gap-2.5 {class_name}".strip(),
    )
