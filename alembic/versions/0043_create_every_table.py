"""Create every table. This one migration replaces the 43 of the versions before 1.0.

Triggers make the audit log append-only: they refuse every UPDATE of an entry, and every DELETE
within 30 days. A migration that rebuilds the table with `batch_alter_table` has to create them
again on SQLite.

Revision ID: 0043
Revises:
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0043"
down_revision = None
branch_labels = None
depends_on = None

METADATA = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)
FLAG, JSON, NUMBER, TEXT = sa.Boolean(), sa.JSON(), sa.Integer(), sa.String()
TIME = sa.DateTime(timezone=True)
# Compares code points on PostgreSQL, too.
SORT_KEY = sa.String().with_variant(sa.String(collation="C"), "postgresql")
IS_DESCRIBED = sa.text(
    "alt_text IS NOT NULL OR credit IS NOT NULL OR focal_x IS NOT NULL OR focal_y IS NOT NULL"
)


def table(name: str, *items: sa.schema.SchemaItem, **options: Any) -> None:
    sa.Table(name, METADATA, *items, **options)


def identity() -> list[sa.Column[Any]]:
    return [sa.Column("id", NUMBER, primary_key=True), *required(TIME, "created_at")]


def required(kind: Any, *names: str, default: Any = None, **options: Any) -> list[sa.Column[Any]]:
    return [
        sa.Column(name, kind, nullable=False, server_default=default, **options) for name in names
    ]


def optional(kind: Any, *names: str, **options: Any) -> list[sa.Column[Any]]:
    return [sa.Column(name, kind, **options) for name in names]


def part_of(name: str, table: str, *, index: bool = True, unique: bool = False) -> sa.Column[int]:
    """Return the column with the id of the row with which this one is deleted."""
    key = sa.ForeignKey(f"{table}.id", ondelete="CASCADE")
    return sa.Column(name, NUMBER, key, nullable=False, index=index, unique=unique)


def refers_to(name: str, table: str, *, index: bool = True) -> sa.Column[int]:
    """Return the column with the id of a row, which is forgotten when that row is deleted."""
    return sa.Column(name, NUMBER, sa.ForeignKey(f"{table}.id", ondelete="SET NULL"), index=index)


table(
    "audit_entries",
    *required(TEXT, "user_name", "action", "record_type", "name"),
    *identity(),
    *optional(TEXT, "search_text"),
    *optional(NUMBER, "user_id"),
    *required(TEXT, "ip_address", "request_id"),
    *optional(NUMBER, "record_id"),
    *required(JSON, "changes"),
    *required(NUMBER, "count"),
    *required(TEXT, "permission"),
    *required(SORT_KEY, "user_name_sort_key", "action_sort_key", "ip_address_sort_key", default=""),
    *required(NUMBER, "record_count", default="1"),
    *optional(JSON, "records"),
    sa.Index(None, "action_sort_key", "created_at", "id"),
    sa.Index(None, "created_at", "id"),
    sa.Index(None, "ip_address_sort_key", "created_at", "id"),
    sa.Index(None, "permission", "id"),
    sa.Index(None, "record_type", "created_at", "id"),
    sa.Index(None, "user_name", "action_sort_key", "created_at", "id"),
    sa.Index(None, "user_name", "created_at", "id"),
    sa.Index(None, "user_name_sort_key", "created_at", "id"),
)
table(
    "authenticator_apps",
    *identity(),
    part_of("user_id", "users", index=False, unique=True),
    *required(TEXT, "encrypted_secret"),
    *required(NUMBER, "last_step"),
    *optional(TIME, "last_used_at"),
)
table(
    "blog_posts",
    *required(TEXT, "title", "content"),
    *optional(TEXT, "excerpt"),
    *required(TEXT, "slug", unique=True),
    *required(TEXT, "category"),
    *required(JSON, "tags"),
    refers_to("nominee_id", "nominees"),
    *optional(TEXT, "featured_image_url"),
    *optional(TIME, "published_date"),
    *required(FLAG, "is_published"),
    *identity(),
    *required(TEXT, "folded_tags"),
    *optional(TEXT, "search_text"),
    *optional(TIME, "updated_at"),
    *optional(TIME, "publish_at", "unpublish_at", index=True),
    sa.Index(None, "is_published", "category"),
    sa.Index(None, "is_published", "published_date"),
    sqlite_autoincrement=True,
)
table(
    "content_sections",
    *required(TEXT, "name"),
    *required(TEXT, "identifier", unique=True),
    *required(JSON, "content"),
    *identity(),
    *required(TIME, "updated_at"),
    *optional(TEXT, "search_text"),
    sqlite_autoincrement=True,
)
table(
    "cover_pages",
    *required(NUMBER, "display_order"),
    *required(TEXT, "title"),
    *optional(TEXT, "subtitle", "description"),
    *required(TEXT, "image_url"),
    *required(JSON, "media_urls"),
    *required(TEXT, "media_type"),
    *required(NUMBER, "transparency"),
    *optional(TEXT, "cta_text", "cta_link"),
    *required(FLAG, "is_active"),
    *identity(),
    *optional(TEXT, "search_text"),
    *optional(TIME, "updated_at"),
    *required(NUMBER, "focal_x", default="50"),
    *optional(TIME, "publish_at", "unpublish_at", index=True),
    sa.Index(
        "ix_cover_pages_active",
        "is_active",
        unique=True,
        sqlite_where=sa.text("is_active = 1"),
        postgresql_where=sa.text("is_active"),
    ),
    sqlite_autoincrement=True,
)
table(
    "deleted_records",
    *identity(),
    *required(TEXT, "table_name"),
    *required(NUMBER, "record_id"),
    *required(JSON, "rows", "referring"),
    *required(TEXT, "record_type", "name", "user_name", default=""),
    *optional(TEXT, "search_text"),
    *required(TEXT, "request_id", default="", index=True),
    sa.Index(None, "created_at"),
    sa.Index(None, "table_name", "record_id"),
)
table(
    "demo_records",
    *identity(),
    *required(TEXT, "table_name"),
    *required(NUMBER, "record_id"),
    *required(TIME, "record_created_at"),
    sa.UniqueConstraint("table_name", "record_id"),
)
table(
    "embargoes",
    *identity(),
    *optional(TEXT, "search_text"),
    *optional(TIME, "updated_at"),
    *required(NUMBER, "year"),
    *optional(TEXT, "category"),
    *required(TIME, "reveal_at", index=True),
    sqlite_autoincrement=True,
)
table(
    "events",
    *required(TEXT, "title", "description", "location", "type"),
    *required(TIME, "start_date", "end_date"),
    *required(FLAG, "is_virtual"),
    *optional(TEXT, "virtual_meeting_url", "registration_url", "image_url"),
    *required(FLAG, "is_published"),
    *identity(),
    *optional(TEXT, "search_text"),
    *optional(TIME, "updated_at"),
    *required(NUMBER, "revision", default="0"),
    *optional(TIME, "publish_at", "unpublish_at", index=True),
    sa.Index(None, "is_published", "end_date"),
    sa.Index(None, "is_published", "start_date"),
    sqlite_autoincrement=True,
)
table(
    "followed_links",
    *identity(),
    *required(TEXT, "url", unique=True),
    *optional(TIME, "followed_at", index=True),
    *required(TEXT, "problem"),
)
table(
    "former_slugs",
    *identity(),
    *required(TEXT, "slug", index=True),
    part_of("post_id", "blog_posts"),
)
table(
    "imports",
    *identity(),
    *required(TEXT, "file_name"),
    *required(NUMBER, "record_count"),
    *optional(TIME, "undone_at"),
    *required(TEXT, "key", unique=True),
    *required(TEXT, "digest", "table_name"),
    refers_to("user_id", "users"),
    *required(JSON, "records"),
    *required(NUMBER, "removed_count"),
    *required(TEXT, "origin", default=""),
    sa.Index(None, "table_name", "created_at"),
)
table(
    "media_items",
    *optional(TEXT, "search_text"),
    *optional(TIME, "updated_at"),
    *identity(),
    *required(TEXT, "title"),
    *optional(TEXT, "alt_text", "credit"),
    *optional(NUMBER, "focal_x", "focal_y"),
    *optional(TEXT, "consent_note", "consent_expires_on"),
    *required(TEXT, "url", unique=True),
    *required(TEXT, "kind"),
    *required(TEXT, "content_hash", index=True),
    *required(NUMBER, "file_size"),
    *required(FLAG, "is_kept"),
    refers_to("uploader_id", "users"),
    sa.Index(
        "ix_media_items_described",
        "url",
        sqlite_where=IS_DESCRIBED,
        postgresql_where=IS_DESCRIBED,
    ),
    sqlite_autoincrement=True,
)
table(
    "message_notes",
    *identity(),
    *required(TEXT, "text"),
    *optional(TEXT, "key", unique=True),
    part_of("message_id", "messages"),
    refers_to("author_id", "users"),
)
table(
    "message_replies",
    *identity(),
    *required(TEXT, "text"),
    *optional(TEXT, "key", unique=True),
    *required(TEXT, "subject", "email_message_id", "failure"),
    part_of("message_id", "messages"),
    refers_to("author_id", "users"),
)
table(
    "messages",
    *required(TEXT, "name", "email"),
    *optional(TEXT, "subject"),
    *required(TEXT, "inquiry_type", "message"),
    *identity(),
    *required(FLAG, "is_read"),
    *optional(TEXT, "search_text"),
    *optional(TIME, "updated_at"),
    *optional(TIME, "announced_at", index=True),
    *required(SORT_KEY, "name_sort_key", "email_sort_key", default=""),
    *required(TEXT, "status", default="new"),
    refers_to("assignee_id", "users", index=False),
    *required(NUMBER, "reply_count", default=sa.text("0")),
    sa.Index(None, "assignee_id", "created_at", "id"),
    sa.Index(None, "created_at"),
    sa.Index(None, "email_sort_key", "created_at", "id"),
    sa.Index(None, "inquiry_type", "created_at", "id"),
    sa.Index(None, "is_read", "created_at", "id"),
    sa.Index(None, "name_sort_key", "created_at", "id"),
    sa.Index(None, "status", "created_at", "id"),
    sqlite_autoincrement=True,
)
table(
    "mfa_challenges",
    *identity(),
    part_of("user_id", "users"),
    *required(TEXT, "token_hash", unique=True),
    *required(TEXT, "purpose", "session_id", "nonce", "encrypted_secret"),
    *required(NUMBER, "failures"),
    *required(TIME, "expires_at", index=True),
)
table(
    "nominees",
    *required(TEXT, "name", "title", "company", "bio", "achievements", "category"),
    *required(NUMBER, "year", index=True),
    *optional(TEXT, "image_url", "linkedin_url", "website_url"),
    *required(FLAG, "is_finalist", "is_winner", "is_published"),
    *identity(),
    *optional(TEXT, "search_text"),
    *optional(TIME, "updated_at"),
    *required(SORT_KEY, "name_sort_key", "title_sort_key", default="", index=True),
    *optional(TIME, "publish_at", "unpublish_at", "reveal_at", index=True),
    *required(NUMBER, "display_order", default="0"),
    *optional(JSON, "embargoed_content", "revealed"),
    *optional(TIME, "revealed_at"),
    sa.Index(None, "is_published", "category"),
    sa.Index(
        "ix_nominees_order",
        "is_published",
        "year",
        "display_order",
        "name_sort_key",
        "id",
        "category",
    ),
    sqlite_autoincrement=True,
)
table(
    "outgoing_emails",
    *identity(),
    *required(TEXT, "kind"),
    *required(TEXT, "recipient", "message_id", index=True),
    *optional(TEXT, "content"),
    *optional(TIME, "due_at", index=True),
    *required(NUMBER, "attempts"),
    *optional(TIME, "sent_at", "failed_at"),
    *required(TEXT, "error"),
)
table(
    "passkeys",
    *identity(),
    part_of("user_id", "users"),
    *required(TEXT, "name"),
    *required(TEXT, "credential_id", unique=True),
    *required(TEXT, "public_key"),
    *required(NUMBER, "sign_count"),
    *required(JSON, "transports"),
    *optional(TIME, "last_used_at"),
)
table(
    "password_links",
    *identity(),
    *required(TEXT, "token_hash", unique=True),
    part_of("user_id", "users"),
    *required(TIME, "expires_at", index=True),
)
table(
    "photos",
    *required(TEXT, "title"),
    *optional(TEXT, "description"),
    *required(TEXT, "image_url"),
    *optional(TEXT, "alt_text"),
    *required(TEXT, "category"),
    *optional(NUMBER, "year"),
    *required(NUMBER, "display_order"),
    *required(FLAG, "is_published"),
    *identity(),
    refers_to("nominee_id", "nominees"),
    *optional(TEXT, "search_text"),
    *optional(TIME, "updated_at"),
    *optional(TIME, "publish_at", "unpublish_at", index=True),
    sa.Index(None, "is_published", "category"),
    sa.Index(None, "is_published", "display_order"),
    sa.Index(None, "is_published", "year"),
    sqlite_autoincrement=True,
)
table(
    "preview_links",
    *identity(),
    *required(TEXT, "token_hash", unique=True),
    *required(TEXT, "table_name"),
    *required(NUMBER, "record_id"),
    *required(TIME, "expires_at", index=True),
    *optional(TIME, "ended_at"),
    refers_to("user_id", "users"),
    *required(FLAG, "is_kit", default=sa.false()),
    sa.Index(None, "table_name", "record_id"),
)
table(
    "record_drafts",
    *identity(),
    *required(TEXT, "table_name"),
    *required(NUMBER, "record_id"),
    *required(JSON, "changes", "base"),
    *required(TEXT, "base_etag"),
    *required(TIME, "updated_at"),
    *optional(TIME, "discarded_at"),
    refers_to("user_id", "users"),
    sa.UniqueConstraint("table_name", "record_id"),
)
table(
    "record_versions",
    *identity(),
    *required(TEXT, "table_name"),
    *required(NUMBER, "record_id"),
    *required(TEXT, "action"),
    *required(JSON, "row"),
    refers_to("user_id", "users"),
    sa.Index(None, "table_name", "record_id", "id"),
)
table(
    "recovery_codes",
    *identity(),
    part_of("user_id", "users"),
    *required(TEXT, "prefix", "code_hash"),
)
table(
    "running_order",
    sa.Column("id", NUMBER, primary_key=True),
    *required(NUMBER, "year", "duration_minutes", "display_order"),
    *required(TIME, "created_at"),
    *optional(TIME, "updated_at"),
    *required(TEXT, "title"),
    *optional(TEXT, "category", "presenter", "notes", "search_text"),
    sqlite_autoincrement=True,
)
table(
    "sign_in_attempts",
    *identity(),
    *required(TEXT, "account", "ip_address", "device", index=True),
    *required(FLAG, "is_pending"),
)
table(
    "sponsors",
    *required(NUMBER, "display_order"),
    *required(TEXT, "name"),
    *optional(TEXT, "description"),
    *required(TEXT, "logo_url"),
    *optional(TEXT, "website_url"),
    *required(TEXT, "tier"),
    *required(FLAG, "is_published"),
    *identity(),
    *optional(TEXT, "search_text"),
    *optional(TIME, "updated_at"),
    *optional(TIME, "publish_at", "unpublish_at", index=True),
    sa.Index(None, "is_published", "display_order"),
    sqlite_autoincrement=True,
)
table(
    "subscribers",
    *required(TEXT, "email"),
    *identity(),
    *required(TEXT, "email_folded", unique=True),
    *optional(TEXT, "search_text"),
    *optional(TIME, "updated_at"),
    *optional(TEXT, "confirm_token_hash", index=True, unique=True),
    *optional(TIME, "confirm_sent_at", "confirmed_at"),
    *optional(TEXT, "unsubscribe_token", index=True, unique=True),
    *required(SORT_KEY, "email_sort_key", default="", index=True),
    sa.Index(None, "created_at"),
    sqlite_autoincrement=True,
)
table(
    "user_sessions",
    *identity(),
    *required(TEXT, "token_hash", unique=True),
    part_of("user_id", "users"),
    *required(TIME, "last_used_at", index=True),
    *required(TEXT, "public_id", unique=True),
    *required(TEXT, "device", "ip_address"),
    *required(TIME, "authenticated_at"),
)
table(
    "users",
    *required(TEXT, "username", "email", "name", "role"),
    *identity(),
    *required(TEXT, "username_folded", "email_folded", unique=True),
    *required(TEXT, "password_hash"),
    *optional(TEXT, "search_text"),
    *optional(TIME, "updated_at"),
    *required(FLAG, "has_second_factor", default=sa.false()),
    *required(NUMBER, "device_generation", default="0"),
    sqlite_autoincrement=True,
)
table(
    "videos",
    *required(TEXT, "title"),
    *optional(TEXT, "description"),
    *required(TEXT, "video_url"),
    *optional(TEXT, "embed_code", "thumbnail_url", "duration", "date"),
    *required(TEXT, "category"),
    *required(NUMBER, "year"),
    *required(JSON, "tags"),
    *required(NUMBER, "display_order"),
    *required(FLAG, "is_published"),
    *identity(),
    *optional(TEXT, "search_text"),
    *optional(TIME, "updated_at"),
    *optional(TIME, "publish_at", "unpublish_at", index=True),
    sa.Index(None, "is_published", "category"),
    sa.Index(None, "is_published", "display_order"),
    sa.Index(None, "is_published", "year"),
    sqlite_autoincrement=True,
)
table(
    "withdrawn_events",
    *identity(),
    *required(NUMBER, "event_id", unique=True),
    *required(TIME, "start_date", "end_date"),
    *required(NUMBER, "revision"),
)

SQLITE = (
    "CREATE TRIGGER audit_entries_update BEFORE UPDATE ON audit_entries"
    " BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END",
    "CREATE TRIGGER audit_entries_delete BEFORE DELETE ON audit_entries"
    " WHEN OLD.created_at > datetime('now', '-30 days')"
    " BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END",
    # INSERT OR REPLACE deletes a row without firing the triggers of DELETE. Without an explicit id,
    # NEW.id is -1.
    "CREATE TRIGGER audit_entries_insert BEFORE INSERT ON audit_entries"
    " WHEN NEW.id <> -1 AND EXISTS (SELECT 1 FROM audit_entries WHERE id = NEW.id)"
    " BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END",
)
POSTGRESQL = (
    "CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS"
    " $$ BEGIN RAISE EXCEPTION 'the audit log is append-only'; END $$",
    "CREATE TRIGGER audit_entries_update BEFORE UPDATE ON audit_entries"
    " FOR EACH ROW EXECUTE FUNCTION refuse_audit_change()",
    "CREATE TRIGGER audit_entries_delete BEFORE DELETE ON audit_entries FOR EACH ROW"
    " WHEN (OLD.created_at > now() - interval '30 days')"
    " EXECUTE FUNCTION refuse_audit_change()",
    "CREATE TRIGGER audit_entries_truncate BEFORE TRUNCATE ON audit_entries"
    " FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()",
    # How frequent words are decides how the log is searched.
    "ALTER TABLE audit_entries ALTER search_text SET STATISTICS 1000",
    # SQLite calls `sort_key_of` of the site, which has the same results. Not STRICT, so that it can
    # be inlined.
    r"""
CREATE FUNCTION sort_key(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT lower(regexp_replace(normalize($1, NFKD),
        '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g')
        COLLATE "und-x-icu")
$$
""",
)
REQUIRE_UTF8 = """
DO $$ BEGIN
    IF current_setting('server_encoding') <> 'UTF8' THEN
        RAISE EXCEPTION 'the database needs the encoding UTF8; see CREATE DATABASE';
    END IF;
END $$
"""


def upgrade() -> None:
    """Bring the database to this shape."""
    context = op.get_context()
    is_postgresql = context.dialect.name == "postgresql"
    if is_postgresql:
        op.execute(REQUIRE_UTF8)
    for table in METADATA.sorted_tables:
        context.impl.create_table(table)
    for statement in POSTGRESQL if is_postgresql else SQLITE:
        op.execute(statement)


def downgrade() -> None:
    """Bring the database back to the shape before."""
    for table in reversed(METADATA.sorted_tables):
        op.drop_table(table.name)
    if op.get_context().dialect.name == "postgresql":
        op.execute("DROP FUNCTION refuse_audit_change()")
        op.execute("DROP FUNCTION sort_key(text)")
