"""Photos as visitors read them, with image variants and the path of the nominee's page."""

from awards_site.core import paths
from awards_site.core.images import ResponsiveImage, responsive_image
from awards_site.core.schemas import computed_property, response_schema
from awards_site.photos.models import PhotoPublic


@response_schema
class PhotoView(PhotoPublic):
    """A published photo."""

    @computed_property
    def image(self) -> ResponsiveImage:
        """The image with its variants."""
        return responsive_image(self.image_url)

    @computed_property
    def nominee_path(self) -> str:
        """The path of the nominee's page, or ''."""
        return (
            paths.nominee(self.nominee_id, self.nominee_name)
            if self.nominee_id and self.nominee_name
            else ""
        )
