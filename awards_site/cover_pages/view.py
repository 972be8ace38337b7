"""The active cover page as visitors read it, with image variants."""

from awards_site.core.images import ResponsiveImage, responsive_image
from awards_site.core.schemas import computed_property, response_schema
from awards_site.cover_pages.models import CoverPagePublic


@response_schema
class CoverPageView(CoverPagePublic):
    """The active cover page."""

    @computed_property
    def images(self) -> list[ResponsiveImage]:
        """The main image or video, followed by the images of a carousel."""
        return [responsive_image(address) for address in (self.image_url, *self.media_urls)]
