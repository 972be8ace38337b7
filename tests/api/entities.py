"""The entities that staff manage, with their paths and fields."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from httpx import Client, Response

from tests import factories
from tests.factories import Body


@dataclass(frozen=True)
class Entity:
    """An entity by its name in the activity log, with a factory of valid bodies."""

    key: str
    body: Callable[..., Body]
    created: str
    """The path of POST."""
    listed: str
    """The path of the staff list."""
    method: str = "PUT"
    """The method of updates."""
    name: str = "title"
    """The field that names a record."""
    at: str = ""
    """The path of records, if it is not that of POST."""
    shown: str = ""
    """The path of the public list."""
    flag: str = "isPublished"
    """The field that publishes it; '' if it is always public."""
    is_form: bool = False
    """Whether visitors send it."""

    def __str__(self) -> str:
        return self.key

    def path(self, record_id: object) -> str:
        return f"{self.at or self.created}/{record_id}"

    def create(self, client: Client, **fields: Any) -> Body:
        response = client.post(self.created, json=self.body(**fields))
        assert response.status_code == 201, response.text
        record: Body = response.json()
        if self.is_form and (listed := client.get(self.listed)).is_success:
            # The response of a form has no id; staff find the record in their list.
            record = listed.json()[0]
        return record

    def change(self, client: Client, record: Body, **fields: Any) -> Body:
        response = client.request(self.method, self.path(record["id"]), json=fields)
        assert response.status_code == 200, response.text
        changed: Body = response.json()
        return changed

    def delete(self, client: Client, record: Body) -> None:
        assert client.delete(self.path(record["id"])).status_code == 204

    def restore(self, client: Client, record: Body) -> Response:
        """Try to restore a deleted record."""
        return client.post(f"{self.path(record['id'])}/restore")

    def records(self, client: Client) -> list[Body]:
        """Return the records of the staff list."""
        records: list[Body] = client.get(self.listed).json()
        return records


EVENT = Entity(
    "event", factories.event_body, "/api/events", "/api/admin/events", shown="/api/events"
)
NOMINEE = Entity(
    "nominee",
    factories.nominee_body,
    "/api/nominees",
    "/api/nominees",
    method="PATCH",
    name="name",
    shown="/api/nominees/published",
)
PHOTO = Entity(
    "photo", factories.photo_body, "/api/photos", "/api/admin/photos", shown="/api/photos"
)
VIDEO = Entity(
    "video", factories.video_body, "/api/videos", "/api/admin/videos", shown="/api/videos"
)
POST = Entity("blog post", factories.blog_body, "/api/blog", "/api/admin/blog", shown="/api/blog")
SPONSOR = Entity(
    "sponsor",
    factories.sponsor_body,
    "/api/sponsors",
    "/api/sponsors/admin",
    method="PATCH",
    name="name",
    shown="/api/sponsors/published",
    flag="is_published",
)
COVER_PAGE = Entity(
    "cover page",
    factories.cover_page_body,
    "/api/cover-pages",
    "/api/cover-pages/admin",
    method="PATCH",
    shown="/api/cover-pages/active",
    flag="is_active",
)
SECTION = Entity(
    "content section",
    factories.content_body,
    "/api/admin/content",
    "/api/content",
    name="name",
    flag="",
)
MESSAGE = Entity(
    "message",
    factories.message_body,
    "/api/contact",
    "/api/admin/contact",
    method="PATCH",
    name="name",
    at="/api/admin/contact",
    is_form=True,
)
SUBSCRIBER = Entity(
    "subscriber",
    factories.subscriber_body,
    "/api/newsletter",
    "/api/admin/subscriptions",
    name="email",
    at="/api/admin/subscriptions",
    is_form=True,
)
USER = Entity(
    "user", factories.user_body, "/api/auth/register", "/api/users", name="name", at="/api/users"
)

READABLE = [EVENT, NOMINEE, PHOTO, VIDEO, POST, SPONSOR]
"""The entities whose published records visitors read by id."""

PUBLISHED = [*READABLE, COVER_PAGE]
"""The entities that visitors see once published or active."""

DRAFTED = [*PUBLISHED, SECTION]
"""The entities whose changes are prepared as drafts, and previewed."""

ARRANGED = [NOMINEE, PHOTO, VIDEO, SPONSOR, COVER_PAGE]
"""The entities that staff put in order."""

ENTITIES = [*PUBLISHED, SECTION]
"""The entities with the same create, read, update and delete endpoints."""

RECEIVED = [MESSAGE, SUBSCRIBER]
"""The entities that visitors submit."""

IMPORTED = [NOMINEE, PHOTO, SPONSOR, EVENT, SUBSCRIBER]
"""The entities whose records are imported from files."""

EVERYTHING = [*ENTITIES, *RECEIVED, USER]
