"""Sponsors as visitors read them, with the logo's image variants."""

from awards_site.core.images import ResponsiveImage, responsive_image
from awards_site.core.schemas import computed_property, response_schema
from awards_site.sponsors.models import SponsorPublic


@response_schema
class SponsorView(SponsorPublic):
    """A published sponsor."""

    @computed_property
    def logo(self) -> ResponsiveImage:
        """The logo with its image variants."""
        return responsive_image(self.logo_url)
