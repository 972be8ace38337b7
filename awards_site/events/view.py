"""Events as visitors read them: with the page's path, the calendar file and complete links."""

from awards_site.core import paths
from awards_site.core.images import ResponsiveImage, responsive_image
from awards_site.core.links import complete_address
from awards_site.core.schemas import computed, response_schema
from awards_site.events.models import EventPublic


@response_schema
class EventView(EventPublic):
    """A published event."""

    @computed
    def path(self) -> str:
        """The path of its page."""
        return paths.event(self.id, self.title)

    @computed
    def file(self) -> str:
        """The path of its file for calendars."""
        return paths.event_file(self.id, self.title)

    @computed
    def image(self) -> ResponsiveImage:
        """Its picture; its `src` is '' where there is none."""
        return responsive_image(self.image_url)

    @computed
    def join_link(self) -> str:
        """Where a virtual event takes place, or ''."""
        return complete_address((self.is_virtual and self.virtual_meeting_url) or "")

    @computed
    def register_link(self) -> str:
        """Where to register, or ''."""
        return complete_address(self.registration_url or "")
