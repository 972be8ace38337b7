"""Events as visitors read them: with the page's path, the calendar file and complete links."""

from awards_site.core import paths
from awards_site.core.images import ResponsiveImage, responsive_image
from awards_site.core.links import ensure_scheme
from awards_site.core.schemas import computed_property, response_schema
from awards_site.events.models import EventPublic


@response_schema
class EventView(EventPublic):
    """A published event."""

    @computed_property
    def path(self) -> str:
        """The path of its page."""
        return paths.event(self.id, self.title)

    @computed_property
    def file(self) -> str:
        """The path of its file for calendars."""
        return paths.event_file(self.id, self.title)

    @computed_property
    def image(self) -> ResponsiveImage:
        """Its picture; its `src` is '' where there is none."""
        return responsive_image(self.image_url)

    @computed_property
    def join_link(self) -> str:
        """Where a virtual event takes place, or ''."""
        return ensure_scheme((self.is_virtual and self.virtual_meeting_url) or "")

    @computed_property
    def register_link(self) -> str:
        """Where to register, or ''."""
        return ensure_scheme(self.registration_url or "")
