"""Sponsors as visitors read them: with the logo in its sizes."""

from awards_site.core.images import ResponsiveImage, responsive_image
from awards_site.core.schemas import computed, response_schema
from awards_site.sponsors.models import SponsorPublic


@response_schema
class SponsorView(SponsorPublic):
    """A published sponsor."""

    @computed
    def logo(self) -> ResponsiveImage:
        """The logo in its sizes."""
        return responsive_image(self.logo_url)
