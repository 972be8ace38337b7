"""The player of a video: its provider's own, the browser's, or a link (spec 1, "/videos")."""

import reflex as rx

from awards_site.ui.buttons import button_look

_IMPORTED_SCRIPTS = (rx.asset("embed.js", shared=True),)
"""What player.jsx imports; naming it here puts it into the build."""


class Player(rx.Component):
    """Plays the video at `url`, or links to it where it cannot be played here."""

    library = rx.asset("player.jsx", shared=True).importable_path
    tag = "Player"

    url: rx.Var[str]
    title: rx.Var[str]
    button_class_name: rx.Var[str]
    link_class_name: rx.Var[str]


def player(url: rx.Var[str], title: rx.Var[str]) -> rx.Component:
    """Return the player; it loads the provider's page as soon as it is drawn."""
    return Player.create(
        url=url,
        title=title,
        button_class_name=button_look(),
        link_class_name="underline decoration-gold underline-offset-4 hover:decoration-2",
    )
