"""Documents that other programs fetch regularly: calendars, and feeds and sitemaps in XML."""

import re
from collections.abc import Iterable, Mapping
from xml.etree.ElementTree import Element, SubElement, tostring

from icalendar import Calendar, Event
from starlette.responses import Response

from awards_site.settings import settings


def make_calendar(entries: Iterable[Event]) -> Calendar:
    calendar = Calendar()
    calendar.add("prodid", f"-//{settings().programme}//Events//EN")
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("method", "PUBLISH")
    for entry in entries:
        calendar.add_component(entry)
    return calendar


def calendar_response(calendar: Calendar, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    content = calendar.to_ical(sorted=False)
    return Response(content, headers=headers, media_type="text/calendar; charset=utf-8")


# Characters that XML 1.0 forbids even when escaped (production 2); pasted text may contain them.
_INVALID_CHARACTERS = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def add(
    parent: Element, name: str, text: str = "", attributes: Mapping[str, str] | None = None
) -> Element:
    added = SubElement(
        parent, name, {key: _strip_invalid(value) for key, value in (attributes or {}).items()}
    )
    added.text = _strip_invalid(text) or None
    return added


def xml_response(root: Element, media_type: str) -> Response:
    content = tostring(root, encoding="utf-8", xml_declaration=True)
    return Response(content, media_type=f"{media_type}; charset=utf-8")


def _strip_invalid(text: str) -> str:
    return _INVALID_CHARACTERS.sub("", text)
