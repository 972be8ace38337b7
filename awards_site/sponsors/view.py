"""Sponsors as the API returns them, with the logo's image variants."""

from awards_site.core.presentation.images import responsive_image
from awards_site.core.presentation.views import ResponsiveImage
from awards_site.core.records.schemas import BothCasesSchema, computed_property, response_schema
from awards_site.sponsors.models import SponsorBase


@response_schema
class SponsorView(BothCasesSchema, SponsorBase):
    """A sponsor."""

    @computed_property
    def logo(self) -> ResponsiveImage:
        """The logo with its image variants."""
        return responsive_image(self.logo_url)
