"""The active cover page as visitors read it: with its images in their sizes."""

from awards_site.core.images import ResponsiveImage, responsive_image
from awards_site.core.schemas import computed, response_schema
from awards_site.cover_pages.models import CoverPagePublic


@response_schema
class CoverPageView(CoverPagePublic):
    """The active cover page."""

    @computed
    def images(self) -> list[ResponsiveImage]:
        """The main image or video and the images of a carousel, in their order."""
        return [responsive_image(address) for address in (self.image_url, *self.media_urls)]
