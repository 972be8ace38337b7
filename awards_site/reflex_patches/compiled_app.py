"""Serves pages that have been compiled earlier, from the server of the API."""

from reflex_base.environment import environment

from awards_site.reflex_patches.patch import Patch

PATCH = Patch(
    __name__,
    reason="Reflex serves a compiled app without compiling it again only when its own command line"
    " starts the server.",
    obsolete_when="skipping compilation and mounting the compiled pages are public settings",
)

_SWITCHES = ("REFLEX_MOUNT_FRONTEND_COMPILED_APP", "REFLEX_SKIP_COMPILE")


def serving_switches() -> dict[str, str]:
    """Return the environment variables by which Reflex serves a build as it is."""
    verify()
    return {getattr(environment, switch).name: "true" for switch in _SWITCHES}


def verify() -> None:
    for switch in _SWITCHES:
        PATCH.require(hasattr(environment, switch), f"the environment variable {switch}")
