"""Videos as the API returns them, with the thumbnail's image variants."""

from awards_site.core.presentation.images import responsive_image
from awards_site.core.presentation.views import ResponsiveImage
from awards_site.core.records.schemas import StoredSchema, computed_property, response_schema
from awards_site.videos.models import VideoBase


@response_schema
class VideoView(StoredSchema, VideoBase):
    """A video."""

    @computed_property
    def thumbnail(self) -> ResponsiveImage:
        """The thumbnail; `src` is '' if there is none."""
        return responsive_image(self.thumbnail_url)
