"""The player of a video: its provider's own, the browser's, or a link (docs/rules/videos.md)."""

import reflex as rx

_IMPORTED_SCRIPTS = (rx.asset("embed.js", shared=True),)

PLAYER_SCRIPT = rx.asset("player.jsx", shared=True)
"""The script with `Player`, which loads the provider's page as soon as it is drawn."""
