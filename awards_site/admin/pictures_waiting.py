"""The line that tells staff of uploaded pictures whose smaller copies are still being made."""

import reflex as rx

from awards_site.auth.permissions import Permission, roles_with

SOURCE = "/api/admin/pictures"
"""Where the number of these pictures is read."""

ROLES = sorted(role.value for role in roles_with(Permission.MANAGE_SHOWCASE))
"""Who uploads pictures."""


class PicturesWaiting(rx.Component):
    """A status that lies over the screen, so that nothing moves when it comes and goes."""

    library = rx.asset("pictures_waiting.jsx", shared=True).importable_path
    tag = "PicturesWaiting"

    source: rx.Var[str]


def pictures_waiting() -> rx.Component:
    """Return the line; it asks when the screen opens, after uploads, and until none is left."""
    return PicturesWaiting.create(
        source=SOURCE,
        class_name="pointer-events-none fixed inset-x-0 bottom-3 z-30 mx-auto w-fit rounded-full"
        " border border-line bg-white px-4 py-1.5 text-sm text-muted shadow-sm lg:left-60",
    )
