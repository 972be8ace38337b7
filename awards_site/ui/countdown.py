"""A countdown to an instant, updated every second."""

from awards_site.frontend import react, script

Countdown = react(
    "Countdown", script("text/countdown.jsx"), target=str, programme=str, lead=str, over=str
)
"""Shows '{programme} {lead} Xd Xh Xm Xs', or `over` alone once `target` is past.

`target` is an ISO 8601 string; before hydration, its date is shown instead of the time left.
"""
