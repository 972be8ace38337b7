"""Short forms of texts: summaries and initials."""

ELLIPSIS = "\u2026"


def summary(text: str, maximum: int = 160) -> str:
    """Return the start of a text on one line, cut at a word to `maximum` characters."""
    line = " ".join(text.split())
    if len(line) <= maximum:
        return line
    return line[: maximum - 1].rsplit(" ", 1)[0].rstrip(" ,;:.-") + ELLIPSIS


def initials(name: str, limit: int | None = None) -> str:
    """Return the first letter of each word of a name, uppercase; at most `limit` letters."""
    return "".join(word[0].upper() for word in name.split()[:limit])
