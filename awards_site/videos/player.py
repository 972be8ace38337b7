"""The video player: an embed, a video element, or a link (docs/rules/videos.md)."""

import reflex as rx

_IMPORTED_SCRIPTS = (rx.asset("embed.js", shared=True),)

PLAYER_SCRIPT = rx.asset("player.jsx", shared=True)
"""The script with `Player`, which loads the provider's page when it is rendered."""
