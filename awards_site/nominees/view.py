"""Nominees as visitors read them: with the page's path and the portrait in its sizes."""

from awards_site.core import paths
from awards_site.core.images import ResponsiveImage, responsive_image
from awards_site.core.links import complete_address
from awards_site.core.schemas import computed, response_schema
from awards_site.core.views import PageLink
from awards_site.nominees.models import Nominee, NomineePublic


@response_schema
class NomineeView(NomineePublic):
    """A published nominee."""

    @computed
    def path(self) -> str:
        """The path of her page."""
        return paths.nominee(self.id, self.name)

    @computed
    def image(self) -> ResponsiveImage:
        """Her portrait; its `src` is '' where there is none."""
        return responsive_image(self.image_url)

    @computed
    def linkedin_link(self) -> str:
        """Her LinkedIn page as browsers take its address, or ''."""
        return complete_address(self.linkedin_url or "")

    @computed
    def website_link(self) -> str:
        """Her website as browsers take its address, or ''."""
        return complete_address(self.website_url or "")


def page_link(nominee: Nominee | None) -> PageLink | None:
    if nominee is None:
        return None
    return PageLink(name=nominee.name, path=paths.nominee(nominee.id, nominee.name))
