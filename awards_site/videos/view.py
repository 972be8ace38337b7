"""Videos as visitors read them, with the thumbnail's image variants."""

from awards_site.core.images import ResponsiveImage, responsive_image
from awards_site.core.schemas import computed_property, response_schema
from awards_site.videos.models import VideoPublic


@response_schema
class VideoView(VideoPublic):
    """A published video."""

    @computed_property
    def thumbnail(self) -> ResponsiveImage:
        """The thumbnail; `src` is '' if there is none."""
        return responsive_image(self.thumbnail_url)
