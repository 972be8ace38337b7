"""What staff should complete before visitors see an event."""

from awards_site.auth.permissions import Permission
from awards_site.events.models import Event
from awards_site.events.service import events
from awards_site.events.social_card import social_card
from awards_site.events.view import EventView
from awards_site.resources.checklist import Checklist, requires
from awards_site.social_images.checklist import fits_card


def _missing_end(event: Event) -> str:
    return "" if event.end_date > event.start_date else "Ends when it starts: enter its end"


def _missing_meeting(event: Event) -> str:
    is_complete = event.virtual_meeting_url or not event.is_virtual
    return "" if is_complete else "Virtual event without a meeting URL"


CHECKLIST = Checklist(
    events,
    Permission.MANAGE_SHOWCASE,
    "/admin/events",
    checks=(
        requires("image_url", "Image missing"),
        _missing_end,
        _missing_meeting,
        fits_card(EventView, social_card),
    ),
    link_fields=("registration_url", "virtual_meeting_url"),
)
