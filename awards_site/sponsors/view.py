"""Sponsors as visitors read them: with the logo in its sizes."""

from pydantic import computed_field

from awards_site.core.pictures import ResponsiveImage, responsive_image
from awards_site.core.schemas import answer
from awards_site.sponsors.models import SponsorPublic


@answer
class SponsorView(SponsorPublic):
    """A published sponsor."""

    @computed_field  # type: ignore[prop-decorator]
    @property
    def logo(self) -> ResponsiveImage:
        """The logo in its sizes."""
        return responsive_image(self.logo_url)
