"""Every entity that staff manage: where it is listed and written, and a body of it."""

from collections.abc import Callable
from dataclasses import dataclass

from tests import factories
from tests.factories import Body


@dataclass(frozen=True)
class Entity:
    """An entity: its list, where one is created and stands, how it is changed, and its name."""

    key: str
    listed: str
    created: str
    body: Callable[..., Body]
    one: str
    method: str
    name: str = "title"

    def at(self, record_id: object) -> str:
        """Return the path of the record of an id."""
        return f"{self.one}/{record_id}"


ENTITIES = [
    Entity("event", "/api/admin/events", "/api/events", factories.event_body, "/api/events", "PUT"),
    Entity(
        "nominee",
        "/api/nominees",
        "/api/nominees",
        factories.nominee_body,
        "/api/nominees",
        "PATCH",
        name="name",
    ),
    Entity("photo", "/api/admin/photos", "/api/photos", factories.photo_body, "/api/photos", "PUT"),
    Entity("video", "/api/admin/videos", "/api/videos", factories.video_body, "/api/videos", "PUT"),
    Entity("blog post", "/api/admin/blog", "/api/blog", factories.blog_body, "/api/blog", "PUT"),
    Entity(
        "sponsor",
        "/api/sponsors/admin",
        "/api/sponsors",
        factories.sponsor_body,
        "/api/sponsors",
        "PATCH",
        name="name",
    ),
    Entity(
        "cover page",
        "/api/cover-pages/admin",
        "/api/cover-pages",
        factories.cover_page_body,
        "/api/cover-pages",
        "PATCH",
    ),
    Entity(
        "content section",
        "/api/content",
        "/api/admin/content",
        factories.content_body,
        "/api/admin/content",
        "PUT",
        name="name",
    ),
]
"""Those that are created, read, changed and deleted alike."""

RECEIVED = [
    Entity(
        "message",
        "/api/admin/contact",
        "/api/contact",
        factories.message_body,
        "/api/admin/contact",
        "PATCH",
        name="name",
    ),
    Entity(
        "subscriber",
        "/api/admin/subscriptions",
        "/api/newsletter",
        factories.subscriber_body,
        "/api/admin/subscriptions",
        "",
        name="email",
    ),
]
"""Those that visitors send."""

USERS = Entity(
    "user", "/api/users", "/api/auth/register", factories.user_body, "/api/users", "", name="name"
)


def key_of(entity: Entity) -> str:
    """Return what a test of the entity is called."""
    return entity.key
