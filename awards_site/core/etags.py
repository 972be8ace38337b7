"""ETags: the tags of versions of what is read and written."""

from hashlib import blake2b


def etag_of(content: bytes) -> str:
    return f'"{blake2b(content, digest_size=16).hexdigest()}"'


def etag_matches(header: str, tag: str) -> bool:
    """Return whether a header such as `If-None-Match` lists the ETag or is `*`."""
    # A proxy that compresses a response turns its ETag into a weak one.
    tags = [each.strip().removeprefix("W/") for each in header.split(",")]
    return "*" in tags or tag in tags
