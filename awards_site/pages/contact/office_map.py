"""A map placeholder: an SVG drawing of a town with the office's location."""

import reflex as rx

_SIZE = "0 0 800 420"
_RIVER = "M-20 330C120 250 190 400 330 330S520 210 640 250 760 330 840 270"
_PARK = "M470 40h150l30 90-110 50-80-60z"
_AVENUES = (
    "M-10 90 820 20M-10 210 820 120M60-10 200 440M300-10 380 440M520-10 560 440M700-10 690 440"
)
_STREETS = (
    "M-10 150 820 70M-10 270 300 236M-10 390 820 360M130-10 280 440M220-10 330 440M410-10 470 440"
    "M610-10 630 440M400 300 820 210M760-10 770 440"
)
_PIN = "M400 214c-22-34-34-50-34-70a34 34 0 0 1 68 0c0 20-12 36-34 70z"


def office_map() -> rx.Component:
    return rx.el.svg(
        rx.el.rect(width="800", height="420", class_name="fill-line"),
        rx.el.path(d=_PARK, class_name="fill-gold-light/35"),
        rx.el.path(d=_RIVER, class_name="fill-none stroke-plum/15 stroke-[34]"),
        rx.el.path(d=_STREETS, class_name="fill-none stroke-ground stroke-[4]"),
        rx.el.path(d=_AVENUES, class_name="fill-none stroke-surface stroke-[11]"),
        rx.el.ellipse(cx="400", cy="216", rx="20", ry="6", class_name="fill-plum/25"),
        rx.el.path(d=_PIN, class_name="fill-plum"),
        rx.el.circle(cx="400", cy="144", r="12", class_name="fill-gold-light"),
        view_box=_SIZE,
        aria_label="Map placeholder: a drawing of streets around the office",
        data_testid="map-placeholder",
        custom_attrs={"role": "img", "preserveAspectRatio": "xMidYMid slice"},
        class_name="block h-64 w-full md:h-96",
    )
