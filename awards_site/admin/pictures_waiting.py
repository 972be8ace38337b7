"""The line that tells staff of uploaded pictures whose smaller copies are still being made."""

import reflex as rx

from awards_site.auth.permissions import Permission, roles_with

ROLES = sorted(role.value for role in roles_with(Permission.MANAGE_SHOWCASE))
"""Who uploads pictures."""


class PicturesWaiting(rx.Component):
    """A status that lies over the screen, so that nothing moves when it comes and goes."""

    library = rx.asset("pictures_waiting.jsx", shared=True).importable_path
    tag = "PicturesWaiting"
