"""Nominees as visitors read them: with the page's path and the portrait in its sizes."""

from pydantic import computed_field

from awards_site.core import paths
from awards_site.core.links import complete_address
from awards_site.core.pictures import ResponsiveImage, responsive_image
from awards_site.core.schemas import answer
from awards_site.core.views import PageLink
from awards_site.nominees.models import Nominee, NomineePublic


@answer
class NomineeView(NomineePublic):
    """A published nominee."""

    @computed_field  # type: ignore[prop-decorator]
    @property
    def path(self) -> str:
        """The path of her page."""
        return paths.nominee(self.id, self.name)

    @computed_field  # type: ignore[prop-decorator]
    @property
    def image(self) -> ResponsiveImage:
        """Her portrait; its `src` is '' where there is none."""
        return responsive_image(self.image_url)

    @computed_field(alias="linkedinLink")  # type: ignore[prop-decorator]
    @property
    def linkedin_link(self) -> str:
        """Her LinkedIn page as browsers take its address, or ''."""
        return complete_address(self.linkedin_url or "")

    @computed_field(alias="websiteLink")  # type: ignore[prop-decorator]
    @property
    def website_link(self) -> str:
        """Her website as browsers take its address, or ''."""
        return complete_address(self.website_url or "")


def page_link(nominee: Nominee | None) -> PageLink | None:
    if nominee is None:
        return None
    return PageLink(name=nominee.name, path=paths.nominee(nominee.id, nominee.name))
