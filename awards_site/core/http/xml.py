"""Documents in XML as answers, written by the standard library."""

import re
from collections.abc import Mapping
from xml.etree.ElementTree import Element, SubElement, tostring

from starlette.responses import Response

# Staff can paste what no document may hold, however it is escaped (XML 1.0, section 2.2).
_IMPOSSIBLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def add(
    parent: Element, name: str, text: str = "", attributes: Mapping[str, str] | None = None
) -> Element:
    added = SubElement(
        parent, name, {key: _possible(value) for key, value in (attributes or {}).items()}
    )
    added.text = _possible(text) or None
    return added


def xml_response(root: Element, media_type: str) -> Response:
    content = tostring(root, encoding="utf-8", xml_declaration=True)
    return Response(content, media_type=f"{media_type}; charset=utf-8")


def _possible(text: str) -> str:
    return _IMPOSSIBLE.sub("", text)
