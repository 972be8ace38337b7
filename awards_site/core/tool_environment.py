"""The environment of tools such as Node.js and npm, which learn no secrets from it."""

import os

_PASSED_ON = frozenset(
    {
        "PATH", "HOME", "USER", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "TEMP", "TMP",
        "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy",
        "SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS",
        "SYSTEMROOT", "APPDATA", "LOCALAPPDATA", "USERPROFILE",
    }
)  # fmt: skip
_NPM = "NPM_CONFIG_"
"""The prefix of npm's settings, such as the registry."""


def tool_environment() -> dict[str, str]:
    """Return the variables of this process that tools may know: an allow-list."""
    return {
        name: value
        for name, value in os.environ.items()
        if name in _PASSED_ON or name.upper().startswith(_NPM)
    }
