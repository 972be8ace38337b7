"""Imports all tables, which registers them in the metadata for migrations."""

from awards_site.accounts.models import PasswordLink, SignInAttempt, User, UserSession
from awards_site.core.audit.models import AuditEntry
from awards_site.core.database.engine import metadata
from awards_site.core.database.soft_delete import DeletedRecord
from awards_site.core.mail.outbox import OutgoingEmail
from awards_site.features.blog.entity import BlogPost
from awards_site.features.content.entity import ContentSection
from awards_site.features.cover_pages.entity import CoverPage
from awards_site.features.events.entity import CancelledEvent, Event
from awards_site.features.media.entity import MediaItem
from awards_site.features.messages.entity import Message, MessageNote, MessageReply
from awards_site.features.nominees.entity import Embargo, Nominee
from awards_site.features.photos.entity import Photo
from awards_site.features.sponsors.entity import Sponsor
from awards_site.features.subscribers.entity import Subscriber
from awards_site.features.videos.entity import Video
from awards_site.operations.demo.loading import DemoRecord
from awards_site.pages.checklist import FollowedLink
from awards_site.records.drafts import RecordDraft
from awards_site.records.imports.models import Import
from awards_site.records.preview_links import PreviewLink
from awards_site.records.versions import RecordVersion

CONTENT = (
    Nominee, Embargo, Sponsor, Event, Video, Photo, BlogPost, CoverPage, ContentSection, Message,
    Subscriber,
)  # fmt: skip
"""The tables of content, referenced tables first."""

STAFF = (
    User, UserSession, SignInAttempt, PasswordLink, DeletedRecord, RecordVersion, RecordDraft,
    PreviewLink, CancelledEvent, MediaItem, OutgoingEmail, MessageNote, MessageReply, Import,
    FollowedLink,
)  # fmt: skip
"""The tables of users, their work, and emails, without the audit log, which nobody empties."""

__all__ = ["CONTENT", "STAFF", "AuditEntry", "DemoRecord", "metadata"]
