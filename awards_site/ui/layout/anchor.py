"""Keeps the URL's anchor in view while lists above it load."""

from awards_site.frontend import react, script

AnchorKeeper = react("AnchorKeeper", script("layout/anchor.jsx"))
"""Scrolls to the URL's anchor for 4 s after loading, or until the visitor interacts."""
