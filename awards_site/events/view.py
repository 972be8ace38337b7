"""Events as visitors read them: with the page's path, the calendar file and complete links."""

from pydantic import computed_field

from awards_site.core import paths
from awards_site.core.links import complete_address
from awards_site.core.pictures import ResponsiveImage, responsive_image
from awards_site.core.schemas import answer
from awards_site.events.models import EventPublic


@answer
class EventView(EventPublic):
    """A published event."""

    @computed_field  # type: ignore[prop-decorator]
    @property
    def path(self) -> str:
        """The path of its page."""
        return paths.event(self.id, self.title)

    @computed_field  # type: ignore[prop-decorator]
    @property
    def file(self) -> str:
        """The path of its file for calendars."""
        return paths.event_file(self.id, self.title)

    @computed_field  # type: ignore[prop-decorator]
    @property
    def image(self) -> ResponsiveImage:
        """Its picture; its `src` is '' where there is none."""
        return responsive_image(self.image_url)

    @computed_field(alias="joinLink")  # type: ignore[prop-decorator]
    @property
    def join_link(self) -> str:
        """Where a virtual event takes place, or ''."""
        return complete_address((self.is_virtual and self.virtual_meeting_url) or "")

    @computed_field(alias="registerLink")  # type: ignore[prop-decorator]
    @property
    def register_link(self) -> str:
        """Where to register, or ''."""
        return complete_address(self.registration_url or "")
