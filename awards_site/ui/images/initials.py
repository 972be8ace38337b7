"""Initials, which stand where a portrait is missing."""


def initials(name: str, limit: int | None = None) -> str:
    """Return the first letter of each word of a name, uppercase (spec 2, section 9).

    At most `most` letters are returned, when it is given: the user list shows two.
    """
    return "".join(word[0].upper() for word in name.split()[:limit])
