"""Buttons and the classes of form fields in the admin portal."""

from typing import Any, Literal

import reflex as rx

Variant = Literal["primary", "quiet", "danger"]

_BUTTON = (
    "inline-flex min-h-9 max-sm:min-h-11 items-center justify-center gap-2 rounded-md px-3.5"
    " text-sm font-semibold sm:whitespace-nowrap transition-colors motion-reduce:transition-none"
    " cursor-pointer aria-disabled:cursor-progress aria-disabled:opacity-70"
    " focus-visible:outline-plum disabled:cursor-not-allowed disabled:opacity-50"
)
_VARIANTS: dict[Variant, str] = {
    "primary": "bg-plum text-on-plum hover:bg-plum-deep",
    "quiet": "border border-line bg-white text-ink hover:bg-ground",
    "danger": "bg-danger text-white hover:brightness-90",
}
ICON_BUTTON = (
    "grid size-8 flex-none max-md:size-11 cursor-pointer place-items-center rounded-md text-muted"
    " transition-colors hover:bg-ground hover:text-ink motion-reduce:transition-none"
    " aria-disabled:cursor-progress aria-disabled:opacity-50 focus-visible:outline-plum"
    " disabled:cursor-not-allowed disabled:opacity-40"
)
INPUT = (
    "block min-h-10 max-sm:min-h-11 w-full rounded-md border border-line bg-white px-3 py-2"
    " text-sm text-ink placeholder:text-muted/80 hover:border-muted/50"
    " focus-visible:outline-plum focus-visible:outline-offset-0"
    " aria-invalid:border-danger aria-invalid:bg-danger/5"
)
LABEL = "block text-sm font-medium text-ink"
HELP = "mt-1.5 text-xs text-muted"
ERROR = "mt-1.5 text-xs font-medium text-danger"


def button_class(variant: Variant = "quiet") -> str:
    """Return a button's classes, for components that are not made by `button`."""
    return f"{_BUTTON} {_VARIANTS[variant]}"


def button(
    *content: rx.Component | rx.Var[str] | str, variant: Variant = "quiet", **props: Any
) -> rx.Component:
    """Return a button, of type "button" unless `type` is given."""
    extra = props.pop("class_name", "")
    return rx.el.button(
        *content,
        class_name=f"{button_class(variant)} {extra}".strip(),
        **{"type": "button", **props},
    )


def pending_button(
    label: rx.Var[str] | str,
    pending_label: str,
    pending: rx.Var[bool],
    *,
    variant: Variant = "primary",
    **props: Any,
) -> rx.Component:
    """Return a button that shows a spinner and `pending_label` while `pending`.

    It stays enabled, so that it keeps the focus; its handler must ignore further clicks.
    """
    return button(
        rx.cond(
            pending,
            rx.icon("loader-circle", size=16, class_name="animate-spin motion-reduce:animate-none"),
        ),
        rx.cond(pending, pending_label, label),
        variant=variant,
        custom_attrs={"aria-disabled": pending, "aria-busy": pending},
        **props,
    )


def icon_button(icon: rx.Component | str, label: rx.Var[str] | str, **props: Any) -> rx.Component:
    """Return a small icon button with `label` as its accessible name and tooltip."""
    return rx.el.button(
        rx.icon(icon, size=16) if isinstance(icon, str) else icon,
        **{
            "type": "button",
            "aria_label": label,
            "title": label,
            "class_name": ICON_BUTTON,
            **props,
        },
    )


def description_item(
    term: str, value: rx.Var[str], classes: str = "", class_name: str = ""
) -> rx.Component:
    """Return a term and its value for an `rx.el.dl`; `classes` apply to the value."""
    return rx.el.div(
        rx.el.dt(term, class_name="text-xs font-medium text-muted"),
        rx.el.dd(value, class_name=f"mt-0.5 text-sm {classes}".strip()),
        class_name=class_name,
    )


def optional_item(
    term: str, value: rx.Var[str], classes: str = "", class_name: str = ""
) -> rx.Component:
    """Return a `description_item`, unless the value is ''."""
    return rx.cond(value != "", description_item(term, value, classes, class_name))
