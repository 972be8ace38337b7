"""What search engines are told by the head of a page."""

import json
from typing import Any

from awards_site.ui.pages.public_page import Head


def things(head: Head) -> dict[str, dict[str, Any]]:
    """Return the things of a head's data block by their types."""
    return {each["@type"]: each for each in json.loads(head.structured)["@graph"]}
