"""The list of all patches."""

from awards_site.reflex_patches import (
    app_wrappers,
    browser_events,
    compiled_app,
    element_factory,
    expressions,
    package_list,
    public_runtime,
    slots,
    websocket_origins,
    websocket_port,
)

PATCHES = (
    app_wrappers,
    browser_events,
    compiled_app,
    element_factory,
    expressions,
    package_list,
    public_runtime,
    slots,
    websocket_origins,
    websocket_port,
)


def verify_all() -> None:
    """Raise PatchFailed for the first patch that does not fit the installed Reflex."""
    for patch in PATCHES:
        patch.verify()
