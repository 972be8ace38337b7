"""Cover pages as the API returns them, with image variants."""

from awards_site.core.presentation.images import responsive_image
from awards_site.core.presentation.views import ResponsiveImage
from awards_site.core.records.schemas import BothCasesSchema, computed_property, response_schema
from awards_site.cover_pages.models import CoverPageBase


@response_schema
class CoverPageView(BothCasesSchema, CoverPageBase):
    """A cover page."""

    @computed_property
    def images(self) -> list[ResponsiveImage]:
        """The main image or video, followed by the images of a carousel."""
        return [responsive_image(url) for url in (self.image_url, *self.media_urls)]
