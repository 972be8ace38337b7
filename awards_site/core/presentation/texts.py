"""Short forms of texts, and texts within scripts."""

from collections.abc import Sequence

ELLIPSIS = "\u2026"

_SCRIPT_ESCAPES = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})


def summary(text: str, maximum: int = 160) -> str:
    """Return the start of a text on one line, cut at a word to `maximum` characters."""
    line = " ".join(text.split())
    if len(line) <= maximum:
        return line
    return line[: maximum - 1].rsplit(" ", 1)[0].rstrip(" ,;:.-") + ELLIPSIS


def plural(noun: str) -> str:
    """Return the plural of a kind of record."""
    if noun.endswith("y"):
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun == "embargo" else f"{noun}s"


def listed(names: Sequence[str], count: int) -> str:
    """Return the first names of `count` records: 'Ada, Bisi, Cleo and 9 others'."""
    first = ", ".join(names[:3])
    others = count - len(names[:3])
    return f"{first} and {others:,} {'other' if others == 1 else 'others'}" if others else first


def initials(name: str, limit: int | None = None) -> str:
    """Return the first letter of each word of a name, uppercase; at most `limit` letters."""
    return "".join(word[0].upper() for word in name.split()[:limit])


def escape_json(text: str) -> str:
    """Return JSON of the same value that cannot end the script element in which it is."""
    return text.translate(_SCRIPT_ESCAPES)
