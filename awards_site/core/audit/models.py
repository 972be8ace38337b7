"""The entries of the audit log, which is append-only."""

from typing import Any, ClassVar

from sqlalchemy import JSON, Index
from sqlmodel import Field

from awards_site.core.database.engine import sort_key_column
from awards_site.core.database.managed_record import SearchableRecord
from awards_site.core.invalidation.content_version import not_public
from awards_site.core.schemas import Schema, StoredSchema, response_schema
from awards_site.core.validation import LabeledEnum


class Action(LabeledEnum):
    """An audited action: its label follows the name of who acted, its title stands alone."""

    CREATED = "created", "created"
    UPDATED = "updated", "changed"
    PUBLISHED = "published", "published"
    UNPUBLISHED = "unpublished", "unpublished"
    REVEALED = "revealed", "revealed the results of", "Results revealed"
    HIDDEN_AGAIN = "hidden-again", "hid the results again of", "Results hidden again"
    ACTIVATED = "activated", "activated"
    DEACTIVATED = "deactivated", "deactivated"
    DELETED = "deleted", "deleted"
    RESTORED = "restored", "restored"
    PENDING_SAVED = "draft-saved", "saved a draft of", "Draft saved"
    PENDING_DISCARDED = "draft-discarded", "discarded the draft of", "Draft discarded"
    PENDING_RESTORED = "draft-restored", "restored the draft of", "Draft restored"
    PREVIEW_SHARED = "preview-shared", "shared a preview of", "Preview shared"
    PREVIEW_REVOKED = "preview-revoked", "revoked a preview of", "Preview revoked"
    KIT_SHARED = "kit-shared", "shared the kit of", "Kit shared"
    KIT_REVOKED = "kit-revoked", "revoked a link to the kit of", "Kit revoked"
    JURY_LINK_SENT = "jury-link-sent", "sent a jury link to", "Jury link sent"
    JURY_LINK_USED = "jury-link-used", "opened a jury link as", "Jury link used"
    JURY_LINK_REVOKED = "jury-link-revoked", "revoked the jury link of", "Jury link revoked"
    SCORING_CLOSED = "scoring-closed", "closed the scoring of", "Scoring closed"
    SCORING_REOPENED = "scoring-reopened", "reopened the scoring of", "Scoring reopened"
    RESULTS_ENTERED = "results-entered", "entered the results of", "Results entered"
    DELETED_PERMANENTLY = "deleted-permanently", "permanently deleted", "Deleted permanently"
    ROLE_CHANGED = "role-changed", "changed the role of", "Role changed"
    PASSWORD_CHANGED = "password-changed", "changed the password of", "Password changed"
    PASSWORD_REFUSED = "password-refused", "gave a wrong password for", "Wrong password"
    PASSWORD_LINK_SENT = "link-sent", "sent a password link to", "Password link sent"
    SECOND_FACTOR_ADDED = "second-factor-added", "added a second factor for", "Second factor added"
    SECOND_FACTOR_REMOVED = (
        "second-factor-removed",
        "removed a second factor of",
        "Second factor removed",
    )
    SECOND_FACTOR_REFUSED = (
        "second-factor-refused",
        "gave a wrong second factor for",
        "Wrong second factor",
    )
    RECOVERY_CODE_USED = "recovery-code-used", "used a recovery code of", "Recovery code used"
    REPLIED = "replied", "replied to", "Replied"
    SIGNED_IN = "signed-in", "signed in as", "Signed in"
    SIGN_IN_FAILED = "sign-in-failed", "failed to sign in as", "Sign-in failed"
    SIGNED_OUT = "signed-out", "signed out as", "Signed out"
    SESSIONS_ENDED = "sessions-ended", "ended sessions of", "Sessions ended"
    LISTED = "listed", "listed"
    READ = "read", "opened"
    EXPORTED = "exported", "exported"
    ERASED = "erased", "erased"
    FORBIDDEN = "forbidden", "was refused", "Refused (403)"
    RATE_LIMITED = "rate-limited", "was rate limited at", "Rate limited (429)"
    STARTED = "started", "started"

    def __init__(self, _value: str, label: str = "", title: str = "") -> None:
        self.title_text = title or label.capitalize()

    @classmethod
    def titles(cls) -> dict[str, str]:
        return {member.value: member.title_text for member in cls}


REQUEST = "request"
"""The record type of refused requests, whose name is their route."""


class AuditEntryBase(Schema):
    """The fields of an entry that every reader sees.

    `record_type` is the kind of the record, such as 'nominee', and `name` the record's, or the
    first names of the `record_count` records of a change of several, such as an import.
    """

    user_name: str
    action: str
    record_type: str
    name: str
    record_count: int = Field(default=1, sa_column_kwargs={"server_default": "1"})


@response_schema
class RecentChange(StoredSchema, AuditEntryBase):
    """An entry as the list of recent changes shows it."""

    record_id: int | None


@not_public
class AuditEntry(SearchableRecord, AuditEntryBase, table=True):
    """An entry as stored. The database refuses to change it, and to delete it while it is recent.

    It has no foreign keys, because a deleted user must not change it.
    """

    __tablename__ = "audit_entries"
    __table_args__ = (
        # With the id, lists are sorted in the index alone.
        Index("ix_audit_entries_created_at_id", "created_at", "id"),
        Index("ix_audit_entries_user_name_created_at_id", "user_name", "created_at", "id"),
        Index(
            "ix_audit_entries_user_name_action_sort_key_created_at_id",
            *("user_name", "action_sort_key", "created_at", "id"),
        ),
        Index("ix_audit_entries_permission_id", "permission", "id"),
        *(
            Index(f"ix_audit_entries_{key}_created_at_id", key, "created_at", "id")
            for key in (
                "user_name_sort_key",
                "action_sort_key",
                "record_type",
                "ip_address_sort_key",
            )
        ),
    )
    sort_fields: ClassVar[tuple[str, ...]] = ("user_name", "action", "ip_address")
    search_fields: ClassVar[tuple[str, ...]] = (
        "user_name",
        "action",
        "record_type",
        "name",
        "record_names",
        "ip_address",
        "request_id",
    )

    user_name_sort_key: str = sort_key_column()
    action_sort_key: str = sort_key_column()
    ip_address_sort_key: str = sort_key_column()
    user_id: int | None = None
    ip_address: str = ""
    request_id: str = ""
    record_id: int | None = None
    changes: list[list[Any]] = Field(default_factory=list, sa_type=JSON)
    """Triples of a field's name, its value before and its value after."""
    records: list[list[Any]] | None = Field(default=None, sa_type=JSON)
    """The records of a change of several: triples of an id, a name and its `changes`."""
    count: int = 1
    """The number of times that it happened, from `created_at` on, within a minute at most."""
    permission: str = ""
    """The permission to see it among the recent changes; '' for entries that are not changes."""

    @property
    def record_names(self) -> list[str]:
        return [name for _, name, _ in self.records or ()]
