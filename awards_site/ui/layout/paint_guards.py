"""Classes for parts that are placed by what follows them.

Browsers paint a page while they are still reading it; such a part would be painted where it does
not stay. It is kept out of sight until what decides about its place has come.
"""

UNTIL_FOLLOWED = "not-has-[+*]:invisible"
"""Out of sight until the next element beside it has come."""

UNTIL_READ = "in-[main:not(:has(+footer))]:invisible"
"""Out of sight until the page's main part has been read."""
