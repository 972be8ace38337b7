"""Imports all tables, which registers them in the metadata for migrations."""

from awards_site.auth.models import SignInAttempt, User, UserSession
from awards_site.auth.passwords.models import PasswordLink
from awards_site.blog.models import BlogPost
from awards_site.checklist.models import FollowedLink
from awards_site.content.models import ContentSection
from awards_site.core.audit.models import AuditEntry
from awards_site.core.database.engine import metadata
from awards_site.core.records.soft_delete import DeletedRecord
from awards_site.cover_pages.models import CoverPage
from awards_site.demo.models import DemoRecord
from awards_site.events.models import CancelledEvent, Event
from awards_site.mail.models import OutgoingEmail
from awards_site.media.models import MediaItem
from awards_site.messages.models import Message, MessageNote, MessageReply
from awards_site.nominees.models import Embargo, Nominee
from awards_site.photos.models import Photo
from awards_site.resources.drafts import RecordDraft
from awards_site.resources.imports.models import Import
from awards_site.resources.preview_links import PreviewLink
from awards_site.resources.versions import RecordVersion
from awards_site.sponsors.models import Sponsor
from awards_site.subscribers.models import Subscriber
from awards_site.videos.models import Video

CONTENT = (
    Nominee,
    Embargo,
    Sponsor,
    Event,
    Video,
    Photo,
    BlogPost,
    CoverPage,
    ContentSection,
    Message,
    Subscriber,
)
"""The tables of content, referenced tables first."""

STAFF = (
    User,
    UserSession,
    SignInAttempt,
    PasswordLink,
    DeletedRecord,
    RecordVersion,
    RecordDraft,
    PreviewLink,
    CancelledEvent,
    MediaItem,
    OutgoingEmail,
    MessageNote,
    MessageReply,
    Import,
    FollowedLink,
)
"""The tables of users, of their work, and of emails; the audit log, which nobody empties, is not
one.
"""

__all__ = ["CONTENT", "STAFF", "AuditEntry", "DemoRecord", "metadata"]
