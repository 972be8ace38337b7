"""Photos as the API returns them, with image variants and the path of the nominee's page."""

from awards_site.core import paths
from awards_site.core.presentation.images import responsive_image
from awards_site.core.presentation.views import ResponsiveImage
from awards_site.core.records.schemas import StoredSchema, computed_property, response_schema
from awards_site.photos.models import PhotoBase


@response_schema
class PhotoView(StoredSchema, PhotoBase):
    """A photo, with the size of its image in pixels: null for images on other sites."""

    nominee_name: str | None
    nominee_title: str | None

    @computed_property
    def image(self) -> ResponsiveImage:
        """The image with its variants; its own alternative text overrides that of the library."""
        image = responsive_image(self.image_url)
        if self.alt_text and "alt" in image:
            image["alt"] = self.alt_text
        return image

    @computed_property
    def image_width(self) -> int | None:
        return self.image["width"] or None

    @computed_property
    def image_height(self) -> int | None:
        return self.image["height"] or None

    @computed_property
    def nominee_path(self) -> str:
        """The path of the nominee's page, or ''."""
        return (
            paths.nominee(self.nominee_id, self.nominee_name)
            if self.nominee_id and self.nominee_name
            else ""
        )
