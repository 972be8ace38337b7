"""The public pages: built by Vite, rendered by Node.js after every change, served at once."""

from pathlib import Path

PAGES = Path("build", "public", "pages.json")
"""The list of the built pages, relative to the folder of a release; the build writes it last."""
