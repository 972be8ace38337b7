"""Cover pages: media types, fields with validation rules, schemas and table.

The active one has no schedule. Another one with a schedule takes its place meanwhile.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from sqlalchemy import JSON, Index, text
from sqlmodel import Field, Session, col, select

from awards_site.accounts.permissions import Permission
from awards_site.core import clock, paths
from awards_site.core.audit.models import Action
from awards_site.core.database.managed_record import ManagedRecord, ScheduledSchema, published
from awards_site.core.database.repository import Repository
from awards_site.core.errors import Invalid
from awards_site.core.schemas import (
    BothCasesSchema,
    Schema,
    SnakeCaseSchema,
    computed_property,
    partial,
    response_schema,
)
from awards_site.core.validation import (
    MAX_TEXT_LENGTH,
    Boolean,
    Choice,
    FileUrl,
    HttpUrl,
    LabeledEnum,
    Number,
    Text,
    TextList,
)
from awards_site.records.checklist import Check, Checklist
from awards_site.records.entity import Entity
from awards_site.records.images import ResponsiveImage, responsive_image
from awards_site.records.versions import record_writes


class MediaType(LabeledEnum):
    """The media types of cover pages."""

    IMAGE = "image", "Single Image"
    VIDEO = "video", "Video"
    CAROUSEL = "carousel", "Image Carousel"


class CoverPageBase(ScheduledSchema, SnakeCaseSchema):
    """The fields that staff fill in."""

    title: Annotated[str, Text(2)]
    subtitle: Annotated[str | None, Text()] = None
    description: Annotated[str | None, Text(max_length=MAX_TEXT_LENGTH)] = None
    image_url: Annotated[str, FileUrl(5, "Image URL is required")]
    media_urls: Annotated[list[str], TextList(FileUrl())] = Field(
        default_factory=list, sa_type=JSON
    )
    media_type: Annotated[str, Choice(MediaType)] = MediaType.IMAGE.value
    transparency: Annotated[int, Number(0, 100)] = 50
    focal_x: Annotated[int, Number(0, 100)] = Field(
        default=50,
        sa_column_kwargs={"server_default": "50"},
        description="The horizontal focal point of the image, in per cent from the left; narrow"
        " screens crop around it.",
    )
    cta_text: Annotated[str | None, Text(max_length=100)] = None
    cta_link: Annotated[str | None, HttpUrl()] = None
    is_active: Annotated[bool, Boolean()] = False


class CoverPageCreate(CoverPageBase):
    """A new cover page."""


@partial
class CoverPageUpdate(CoverPageBase):
    """A partial update of a cover page."""


class CoverPage(ManagedRecord, CoverPageBase, table=True):
    """A cover page; the active one is the hero of the home page, unless another is scheduled."""

    __tablename__ = "cover_pages"
    title_field = "title"
    published_field = "is_active"
    schedule_publishes = True
    search_fields = ("title", "subtitle", "description")
    __table_args__ = (
        # The database enforces that at most one page is active.
        Index(
            "ix_cover_pages_active",
            "is_active",
            unique=True,
            sqlite_where=text("is_active = 1"),
            postgresql_where=text("is_active"),
        ),
    )


@response_schema
class CoverPageView(BothCasesSchema, CoverPageBase):
    """A cover page."""

    @computed_property
    def images(self) -> list[ResponsiveImage]:
        """The main image or video, followed by the images of a carousel."""
        return [responsive_image(url) for url in (self.image_url, *self.media_urls)]


ACTIVE_HAS_NO_SCHEDULE = "The active cover page has no schedule"
START_MISSING = "It must be published before it is unpublished"


class CoverPages(Repository[CoverPage]):
    """The repository of cover pages."""

    table = CoverPage
    label = "Cover page"
    ordering = (
        col(CoverPage.display_order),
        col(CoverPage.created_at).desc(),
        col(CoverPage.id).desc(),
    )
    duplicate_message = "Another cover page was activated at the same moment. Please try again."

    def read_active(self, session: Session) -> CoverPage | None:
        """Return the page that visitors see: by the schedule that started last, or the active one.

        None if there is neither.
        """
        latest = col(CoverPage.publish_at).desc().nulls_last(), col(CoverPage.id).desc()
        statement = select(CoverPage).where(published(CoverPage)).order_by(*latest)
        page = session.exec(statement.limit(1)).first()
        if page is not None:
            self.restrict(session, [page])
        return page

    def activate(self, session: Session, key: int) -> CoverPage:
        """Show a cover page now: deactivate all others, and end their schedules that are on."""
        return self.change(session, self.find(session, key), {"is_active": True})

    def create(self, session: Session, fields: Schema) -> CoverPage:
        self._deactivate_others(session, fields.model_dump())
        return super().create(session, fields)

    def change(self, session: Session, record: CoverPage, values: Mapping[str, Any]) -> CoverPage:
        self._deactivate_others(session, values, record.id)
        return super().change(session, record, values)

    def _deactivate_others(
        self, session: Session, values: Mapping[str, Any], key: int | None = None
    ) -> None:
        """Withdraw the other pages if the page of this id, or a new one, becomes active.

        The active one is deactivated, and schedules that are on end now, so that visitors see the
        new one. Each of them gets its own version and audit log entry. They are written first,
        because the database permits one active page.
        """
        if not values.get("is_active"):
            return
        others = published(CoverPage), col(CoverPage.id) != key
        for page in session.exec(select(CoverPage).where(*others)).all():
            if page.is_active:
                page.is_active = False
            else:
                page.unpublish_at = clock.now()
            permission = Permission.MANAGE_PARTNERS
            record_writes(session, Action.DEACTIVATED, self.record_type, [page], permission)

    def prepare(self, session: Session, record: CoverPage, changes: Mapping[str, Any]) -> None:
        """Remove the schedule of a page that is activated. Raises Invalid."""
        if changes.get("is_active"):
            record.publish_at = record.unpublish_at = None
        elif record.is_active and record.publish_at:
            raise Invalid({"publish_at": ACTIVE_HAS_NO_SCHEDULE})
        elif record.unpublish_at and not record.publish_at:
            raise Invalid({"unpublish_at": START_MISSING})


cover_pages = CoverPages()


def _missing_link(page: CoverPage) -> str:
    return "Button without a link" if page.cta_text and not page.cta_link else ""


def _missing_label(page: CoverPage) -> str:
    return "Button without a label" if page.cta_link and not page.cta_text else ""


COVER_PAGE = Entity(
    repository=cover_pages,
    view=CoverPageView,
    create=CoverPageCreate,
    update=CoverPageUpdate,
    update_method="PATCH",
    path="/cover-pages",
    list_path="/cover-pages/admin",
    screen_path="/admin/cover-pages",
    page_path=paths.HOME,
    managed_by=Permission.MANAGE_PARTNERS,
    search_details=("subtitle",),
    shows_credited_images=False,
    bulk="delete",
    checklist=Checklist(
        checks=(Check("cta_link", _missing_link), Check("cta_text", _missing_label)),
        link_fields=("cta_link",),
    ),
)
