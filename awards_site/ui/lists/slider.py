"""A carousel of cards with previous and next buttons."""

from awards_site.frontend import react, script

Slider = react("Slider", script("lists/slider.jsx"), label=str)
"""The list of its children with previous and next buttons, which are disabled at the ends.

`label` completes 'Previous ...' and 'Next ...'.
"""


SLIDE = "flex-none basis-full snap-start md:basis-1/2 lg:basis-1/3"
"""Classes of a slider's items: 1 is visible below 768 px, 2 below 1024 px, else 3."""
