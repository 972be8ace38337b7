"""The type by which demo content refers to a picture that ships with the site."""


class Picture(str):
    """A file's name relative to `awards_site/demo/pictures`, such as `portraits/amara-okafor.webp`.

    It stands where the HTTP API takes an address; whoever loads the content stores the file and
    puts the stored file's address in its place.
    """

    __slots__ = ()
