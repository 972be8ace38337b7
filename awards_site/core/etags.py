"""ETags: the tags of versions of what is read and written."""

from hashlib import blake2b


def etag_of(*content: bytes | memoryview) -> str:
    """Return the ETag of a content, which may be in pieces."""
    digest = blake2b(digest_size=16)
    for each in content:
        digest.update(each)
    return f'"{digest.hexdigest()}"'


def etag_matches(header: str, tag: str) -> bool:
    """Return whether a header such as `If-None-Match` lists the ETag or is `*`."""
    # A proxy that compresses a response turns its ETag into a weak one.
    tags = [each.strip().removeprefix("W/") for each in header.split(",")]
    return "*" in tags or tag in tags
