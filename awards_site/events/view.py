"""Events as the API returns them, with paths, absolute links and image variants."""

from awards_site.core import paths
from awards_site.core.links import ensure_scheme
from awards_site.core.presentation.images import responsive_image
from awards_site.core.presentation.views import ResponsiveImage
from awards_site.core.records.schemas import StoredSchema, computed_property, response_schema
from awards_site.events.models import EventBase


@response_schema
class EventView(StoredSchema, EventBase):
    """An event."""

    @computed_property
    def path(self) -> str:
        """The path of its page."""
        return paths.event(self.id, self.title)

    @computed_property
    def file(self) -> str:
        """The path of its .ics file."""
        return paths.event_file(self.id, self.title)

    @computed_property
    def image(self) -> ResponsiveImage:
        """Its image; `src` is '' if there is none."""
        return responsive_image(self.image_url)

    @computed_property
    def join_link(self) -> str:
        """The URL of a virtual event's meeting, or ''."""
        return ensure_scheme((self.is_virtual and self.virtual_meeting_url) or "")

    @computed_property
    def register_link(self) -> str:
        """The registration URL, or ''."""
        return ensure_scheme(self.registration_url or "")
