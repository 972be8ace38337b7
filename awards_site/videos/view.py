"""Videos as visitors read them: with the thumbnail in its sizes."""

from awards_site.core.images import ResponsiveImage, responsive_image
from awards_site.core.schemas import computed, response_schema
from awards_site.videos.models import VideoPublic


@response_schema
class VideoView(VideoPublic):
    """A published video."""

    @computed
    def thumbnail(self) -> ResponsiveImage:
        """The thumbnail; its `src` is '' where there is none."""
        return responsive_image(self.thumbnail_url)
