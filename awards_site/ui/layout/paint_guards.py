"""Classes that hide elements until the content that determines their position is parsed.

Browsers paint a page while they parse it; an element positioned by later content would shift.
"""

HIDDEN_UNTIL_NEXT_SIBLING = "not-has-[+*]:invisible"
"""Invisible until the next sibling is parsed."""

HIDDEN_UNTIL_FOOTER = "in-[main:not(:has(+footer))]:invisible"
"""Invisible until the page's footer is parsed."""
