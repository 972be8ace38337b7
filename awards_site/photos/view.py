"""Photos as visitors read them: with the image in its sizes and the page of the nominee shown."""

from pydantic import computed_field

from awards_site.core import paths
from awards_site.core.pictures import ResponsiveImage, responsive_image
from awards_site.core.schemas import answer
from awards_site.photos.models import PhotoPublic


@answer
class PhotoView(PhotoPublic):
    """A published photo."""

    @computed_field  # type: ignore[prop-decorator]
    @property
    def image(self) -> ResponsiveImage:
        """The image in its sizes."""
        return responsive_image(self.image_url)

    @computed_field(alias="nomineePath")  # type: ignore[prop-decorator]
    @property
    def nominee_path(self) -> str:
        """The path of the page of the nominee shown, or ''."""
        return (
            paths.nominee(self.nominee_id, self.nominee_name)
            if self.nominee_id and self.nominee_name
            else ""
        )
