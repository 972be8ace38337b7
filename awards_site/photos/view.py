"""Photos as visitors read them: with the image in its sizes and the page of the nominee shown."""

from awards_site.core import paths
from awards_site.core.images import ResponsiveImage, responsive_image
from awards_site.core.schemas import computed, response_schema
from awards_site.photos.models import PhotoPublic


@response_schema
class PhotoView(PhotoPublic):
    """A published photo."""

    @computed
    def image(self) -> ResponsiveImage:
        """The image in its sizes."""
        return responsive_image(self.image_url)

    @computed
    def nominee_path(self) -> str:
        """The path of the page of the nominee shown, or ''."""
        return (
            paths.nominee(self.nominee_id, self.nominee_name)
            if self.nominee_id and self.nominee_name
            else ""
        )
