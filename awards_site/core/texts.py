"""Texts cut to the length that their place has."""

ELLIPSIS = "\u2026"


def summary(text: str, maximum: int = 160) -> str:
    """Return the beginning of a text on one line, cut between words."""
    line = " ".join(text.split())
    if len(line) <= maximum:
        return line
    return line[: maximum - 1].rsplit(" ", 1)[0].rstrip(" ,;:.-") + ELLIPSIS
