"""The structured data in the head of a page."""

import json
from typing import Any

from awards_site.ui.pages import Head


def structured_data(head: Head) -> dict[str, dict[str, Any]]:
    """Return the schema.org items of a head by type."""
    return {each["@type"]: each for each in json.loads(head.json_ld)["@graph"]}
