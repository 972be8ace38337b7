"""Videos as visitors read them: with the thumbnail in its sizes."""

from pydantic import computed_field

from awards_site.core.pictures import ResponsiveImage, responsive_image
from awards_site.core.schemas import answer
from awards_site.videos.models import VideoPublic


@answer
class VideoView(VideoPublic):
    """A published video."""

    @computed_field  # type: ignore[prop-decorator]
    @property
    def thumbnail(self) -> ResponsiveImage:
        """The thumbnail; its `src` is '' where there is none."""
        return responsive_image(self.thumbnail_url)
