"""The management screen of blog posts."""

import asyncio
from dataclasses import dataclass
from typing import Any, ClassVar

import reflex as rx
from reflex_base.event import passthrough_event_spec

from awards_site.core.paths import slugify
from awards_site.features.blog.entity import (
    BLOG_POST,
    MAX_CONTENT_LENGTH,
    MAX_EXCERPT_LENGTH,
    BlogCategory,
    post_path,
)
from awards_site.features.nominees.admin import nominee_field
from awards_site.frontend import script
from awards_site.portal.columns import STATUS, Column, DateColumn, LabelColumn
from awards_site.portal.drafts import RecordDrafts
from awards_site.portal.fields import (
    IMAGE_HINT,
    MARKDOWN_PASTE,
    BoundField,
    CustomField,
    DateTimeField,
    Field,
    SelectField,
    UploadField,
    field_input,
    publication_fields,
)
from awards_site.portal.gateway import Notices
from awards_site.portal.history import RecordHistory
from awards_site.portal.management_page import AdminPage
from awards_site.portal.screen import (
    Form,
    Screen,
)
from awards_site.records.images import load_media_details
from awards_site.records.markdown import safe_html

_SCRIPT = script("portal/blog/editor.jsx")

_markdown_editor = field_input(
    "MarkdownEditor",
    _SCRIPT,
    dependencies=[
        "@github/markdown-toolbar-element@2.2.3",
        "@radix-ui/react-tabs@1.2.1",
        *MARKDOWN_PASTE,
    ],
    html=str,
    on_text=rx.EventHandler[passthrough_event_spec(str)],
)
"""`on_text` receives the text; `html`, its preview, is not escaped, and must be safe."""

_slug_input = field_input(
    "SlugInput",
    _SCRIPT,
    source=str,
    proposal=str,
    on_source=rx.EventHandler[passthrough_event_spec(str)],
)
"""Shows `proposal` until the slug is edited; `on_source` receives the text of `source`."""

_published_date = field_input("PublishedDate", _SCRIPT, zone=str, source=str)
"""A date and time that is set to now, if empty, when the switch `source` is turned on."""

_counted_text = field_input("CountedText", _SCRIPT, max_length=int)
"""A text area with a character count out of `max_length`."""


@dataclass(frozen=True, kw_only=True)
class PublishedDateField(DateTimeField, CustomField):
    """The publication date, in the programme's time zone."""


@dataclass(frozen=True)
class CommaSeparatedField(Field):
    """A list of texts, separated by commas."""

    def to_input(self, value: Any) -> Any:
        return ", ".join(value or [])

    def from_input(self, text: Any) -> Any:
        """Trims texts and drops empty ones."""
        return [tag for each in (text or "").split(",") if (tag := each.strip())]


def _slug(bound: BoundField) -> rx.Component:
    on_title_change = BlogAdmin.propose_slug.debounce(150)
    return _slug_input(
        bound, source="title", proposal=BlogAdmin.proposed_slug, on_source=on_title_change
    )


def _content(bound: BoundField) -> rx.Component:
    on_text_change = BlogAdmin.render_preview.debounce(250)
    return _markdown_editor(bound, html=BlogAdmin.preview, on_text=on_text_change)


_FIELDS = (
    Field("title", "Title"),
    CustomField(
        "slug",
        "Slug",
        help="Used in the post's URL; generated from the title if left blank.",
        half=True,
        marked_optional=False,
        make=_slug,
    ),
    SelectField("category", "Category", half=True, choices=BlogCategory),
    CustomField("content", "Content", help="Written in Markdown", make=_content),
    CustomField(
        "excerpt",
        "Excerpt",
        make=lambda bound: _counted_text(bound, max_length=MAX_EXCERPT_LENGTH),
    ),
    UploadField(
        "featuredImageUrl",
        "Featured image URL",
        help=IMAGE_HINT,
        upload_path="/api/uploads/blog-image",
        failed_toast=("Failed to upload image", "{message}"),
    ),
    CommaSeparatedField("tags", "Tags", help="Separate tags with commas.", half=True),
    nominee_field("Featured nominee", half=True),
    *publication_fields(),
    PublishedDateField(
        "publishedDate",
        "Published date",
        half=True,
        make=lambda bound: _published_date(bound, source="isPublished", zone=BlogAdmin.time_zone),
    ),
)

BLOG = Screen(
    entity=BLOG_POST,
    title="Blog",
    icon="newspaper",
    group="Stories",
    site_path=post_path("{slug}"),
    columns=(
        Column("Title", "title", secondary_key="slug"),
        STATUS,
        LabelColumn("Category", "category", choices=BlogCategory),
        DateColumn("Published Date", "publishedDate", empty_text="Unpublished"),
    ),
    create=Form(_FIELDS, description="It stays a draft until it is published.", wide=True),
    notices=Notices.success_and_error("blog post"),
    load_error="Failed to fetch blog posts",
)


class BlogAdmin(RecordDrafts, RecordHistory, rx.State):
    """The State of the blog's screen."""

    screen: ClassVar[Screen] = BLOG

    preview: str = ""
    """The content as sanitized HTML."""
    proposed_slug: str = ""
    """The slug of the typed title."""

    @rx.event
    async def render_preview(self, text: str) -> None:
        # Longer texts are invalid, and slow to render.
        if self.dialog and len(text) <= MAX_CONTENT_LENGTH:
            await load_media_details()
            self.preview = await asyncio.to_thread(safe_html, text)

    @rx.event
    async def propose_slug(self, title: str) -> None:
        self.proposed_slug = _proposal(title)

    def _opened(self) -> None:
        super()._opened()
        self.preview = safe_html(self.values.get("content", ""))
        self.proposed_slug = _proposal(self.values.get("title", ""))


def _proposal(title: str) -> str:
    """Return the slug of a title, '' if it is blank."""
    return slugify(title) if title.strip() else ""


PAGE = AdminPage(BlogAdmin)
