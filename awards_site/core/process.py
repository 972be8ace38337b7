"""The process itself: its environment for tools, garbage collection."""

import gc
import os

NEW_OBJECTS = 20_000
"""The surplus of new objects that starts a collection; loading a list makes a few thousand."""


async def tune_garbage_collection() -> None:
    """Collect seldom, and never look through the objects that exist now; a lifespan task."""
    gc.set_threshold(NEW_OBJECTS, *gc.get_threshold()[1:])
    gc.collect()
    gc.freeze()


METRICS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable with the folder in which prometheus-client shares the metrics of workers."""

_PASSED_ON = frozenset(
    {
        "PATH", "HOME", "USER", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "TEMP", "TMP",
        "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy",
        "SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS",
        "SYSTEMROOT", "APPDATA", "LOCALAPPDATA", "USERPROFILE",
    }
)  # fmt: skip


def tool_environment() -> dict[str, str]:
    """Return the variables of this process that tools may know: an allow-list."""
    return {
        name: value
        for name, value in os.environ.items()
        if name in _PASSED_ON or name.upper().startswith("NPM_CONFIG_")
    }
