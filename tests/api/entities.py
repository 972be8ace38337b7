"""The entities that staff manage, with factories of valid bodies."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from httpx import Client, Response

from awards_site.features.blog.entity import BLOG_POST
from awards_site.features.content.entity import CONTENT_SECTION
from awards_site.features.cover_pages import entity as cover_pages
from awards_site.features.events import entity as events
from awards_site.features.jurors.entity import JUROR as JUROR_DECLARED
from awards_site.features.messages import entity as messages
from awards_site.features.nominees import service as nominees
from awards_site.features.photos import entity as photos
from awards_site.features.running_order.entity import RUNNING_ORDER
from awards_site.features.sponsors import entity as sponsors
from awards_site.features.subscribers import entity as subscribers
from awards_site.features.users import entity as users
from awards_site.features.videos import entity as videos
from awards_site.records import entity
from tests import factories
from tests.factories import Body


@dataclass(frozen=True, eq=False)
class Entity:
    """An entity as the site declares it, with a factory of valid bodies."""

    declared: entity.Entity
    body: Callable[..., Body]
    shown: str = ""
    """The path of the public list, as the specification has it."""
    form: str = ""
    """The path to which visitors send it, or for users administrators."""

    def __str__(self) -> str:
        return self.key

    @property
    def key(self) -> str:
        """The name in the audit log."""
        return self.declared.label

    @property
    def created(self) -> str:
        """The path of POST."""
        return self.form or self.at

    @property
    def listed(self) -> str:
        """The path of the staff list."""
        return f"/api{self.declared.list_path}"

    @property
    def method(self) -> str:
        """The method of updates."""
        return self.declared.update_method if self.declared.update else "PATCH"

    @property
    def name(self) -> str:
        """The field that names a record."""
        return self.declared.table.title_field

    @property
    def flag(self) -> str:
        """The field that publishes it; '' if it is always public."""
        name = self.declared.table.published_field
        fields = self.declared.view.model_fields
        return (fields[name].alias or name) if name in fields else ""

    @property
    def at(self) -> str:
        """The path of the records."""
        return f"/api{self.declared.path}"

    def path(self, record_id: object) -> str:
        return f"{self.at}/{record_id}"

    def create(self, client: Client, **fields: Any) -> Body:
        response = client.post(self.created, json=self.body(**fields))
        assert response.status_code == 201, response.text
        record: Body = response.json()
        if self in RECEIVED and (listed := client.get(self.listed)).is_success:
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


EVENT = Entity(events.EVENT, factories.event_body, "/api/events")
NOMINEE = Entity(nominees.NOMINEE, factories.nominee_body, "/api/nominees/published")
JUROR = Entity(JUROR_DECLARED, factories.juror_body)
EVENING_ITEM = Entity(RUNNING_ORDER, factories.evening_item_body)
PHOTO = Entity(photos.PHOTO, factories.photo_body, "/api/photos")
VIDEO = Entity(videos.VIDEO, factories.video_body, "/api/videos")
POST = Entity(BLOG_POST, factories.blog_body, "/api/blog")
SPONSOR = Entity(sponsors.SPONSOR, factories.sponsor_body, "/api/sponsors/published")
COVER_PAGE = Entity(cover_pages.COVER_PAGE, factories.cover_page_body, "/api/cover-pages/active")
SECTION = Entity(CONTENT_SECTION, factories.content_body)
MESSAGE = Entity(messages.MESSAGE, factories.message_body, form="/api/contact")
SUBSCRIBER = Entity(subscribers.SUBSCRIBER, factories.subscriber_body, form="/api/newsletter")
USER = Entity(users.USER, factories.user_body, form="/api/auth/register")

EVERYTHING = [
    EVENT, NOMINEE, EVENING_ITEM, JUROR, PHOTO, VIDEO, POST, SPONSOR, COVER_PAGE, SECTION, MESSAGE,
    SUBSCRIBER, USER,
]  # fmt: skip

READABLE = [each for each in EVERYTHING if each.declared.reads == "by visitors"]
"""The entities whose published records visitors read by id."""

PUBLISHED = [each for each in EVERYTHING if each.shown]
"""The entities that visitors see once published or active."""

DRAFTED = [each for each in EVERYTHING if each.declared.page_of]
"""The entities whose changes are prepared as drafts, and previewed."""

ARRANGED = [each for each in EVERYTHING if each.declared.has_order]
"""The entities that staff put in order."""

ENTITIES = [each for each in EVERYTHING if each.declared.table.has_versions]
"""The entities with the same create, read, update and delete endpoints."""

RECEIVED = [MESSAGE, SUBSCRIBER]
"""The entities that visitors submit."""

IMPORTED = [each for each in EVERYTHING if each.declared.imports]
"""The entities whose records are imported from files."""
