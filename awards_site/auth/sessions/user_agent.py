"""A short name of a visitor's device from the User-Agent header."""

_BROWSERS = {
    # More specific names first: Edge also calls itself Chrome, and Chrome calls itself Safari.
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser/": "Samsung Internet",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "Chrome/": "Chrome",
    "CriOS/": "Chrome",
    "Safari/": "Safari",
}
_SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Mac OS X": "macOS",
    "Linux": "Linux",
}
UNKNOWN = "Unknown browser"


def device_name(user_agent: str) -> str:
    """Return the browser and its system, such as 'Firefox on Windows'."""
    browser = _first(_BROWSERS, user_agent)
    system = _first(_SYSTEMS, user_agent)
    return f"{browser} on {system}" if browser and system else browser or system or UNKNOWN


def _first(names: dict[str, str], user_agent: str) -> str:
    return next((name for token, name in names.items() if token in user_agent), "")
