"""Nominees as the API returns them, with links and the portrait's image variants."""

from awards_site.core import paths
from awards_site.core.links import ensure_scheme
from awards_site.core.presentation.images import responsive_image
from awards_site.core.presentation.views import PageLink, ResponsiveImage
from awards_site.core.records.schemas import StoredSchema, computed_property, response_schema
from awards_site.nominees.models import Nominee, NomineeBase


@response_schema
class NomineeView(StoredSchema, NomineeBase):
    """A nominee."""

    @computed_property
    def path(self) -> str:
        """The path of her page."""
        return paths.nominee(self.id, self.name)

    @computed_property
    def image(self) -> ResponsiveImage:
        """Her portrait; `src` is '' if she has none."""
        return responsive_image(self.image_url)

    @computed_property
    def linkedin_link(self) -> str:
        """The absolute URL of her LinkedIn page, or ''."""
        return ensure_scheme(self.linkedin_url or "")

    @computed_property
    def website_link(self) -> str:
        """The absolute URL of her website, or ''."""
        return ensure_scheme(self.website_url or "")


def page_link(nominee: Nominee | None) -> PageLink | None:
    if nominee is None:
        return None
    return PageLink(name=nominee.name, path=paths.nominee(nominee.id, nominee.name))
