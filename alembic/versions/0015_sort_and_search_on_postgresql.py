"""Give PostgreSQL the function by which lists sort, and index the filters of long lists.

SQLite calls `awards_site.core.database.engine.sort_key_of`, which has the same results.

Revision ID: 0015
Revises: 0014
"""

from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

_REQUIRE_UTF8 = """
DO $$ BEGIN
    IF current_setting('server_encoding') <> 'UTF8' THEN
        RAISE EXCEPTION 'the database needs the encoding UTF8; see CREATE DATABASE';
    END IF;
END $$
"""
# Not STRICT, so that it can be inlined.
_SORT_KEY = r"""
CREATE FUNCTION sort_key(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT lower(regexp_replace(normalize($1, NFKD),
        '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g')
        COLLATE "und-x-icu")
$$
"""


_INDEXES = {
    "ix_audit_entries_action_created_at_id": ("audit_entries", ["action", "created_at", "id"]),
    "ix_audit_entries_user_name_created_at_id": (
        "audit_entries",
        ["user_name", "created_at", "id"],
    ),
    "ix_messages_is_read_created_at_id": ("messages", ["is_read", "created_at", "id"]),
}


def upgrade() -> None:
    """Apply this migration."""
    op.drop_index("ix_messages_is_read", "messages")
    for name, (table, columns) in _INDEXES.items():
        op.create_index(name, table, columns)
    if op.get_context().dialect.name == "postgresql":
        op.execute(_REQUIRE_UTF8)
        op.execute(_SORT_KEY)


def downgrade() -> None:
    """Revert this migration."""
    for name, (table, _columns) in _INDEXES.items():
        op.drop_index(name, table)
    op.create_index("ix_messages_is_read", "messages", ["is_read"])
    if op.get_context().dialect.name == "postgresql":
        op.execute("DROP FUNCTION sort_key(text)")
