"""The type by which demo content refers to an image or film that ships with the site."""


class MediaPath(str):
    """A file path relative to `awards_site/demo/media`, such as `portraits/amara-okafor.webp`.

    The loader stores the file and replaces the path with the URL of the stored file.
    """

    __slots__ = ()
