"""Public pages: built by Vite, rendered by Node.js after content changes, served from memory."""

from pathlib import Path

PAGES_MANIFEST = Path("build", "public", "pages.json")
"""The manifest of the built pages, relative to the build folder; the build writes it last."""
