"""Replace the activities by an append-only audit log.

Triggers refuse every UPDATE of an entry, and every DELETE within 30 days. A later migration that
rebuilds the table with `batch_alter_table` has to create them again on SQLite.

Revision ID: 0013
Revises: 0009
"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

_SQLITE = (
    "CREATE TRIGGER audit_entries_update BEFORE UPDATE ON audit_entries"
    " BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END",
    "CREATE TRIGGER audit_entries_delete BEFORE DELETE ON audit_entries"
    " WHEN OLD.created_at > datetime('now', '-30 days')"
    " BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END",
)
_POSTGRESQL = (
    "CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS"
    " $$ BEGIN RAISE EXCEPTION 'the audit log is append-only'; END $$",
    "CREATE TRIGGER audit_entries_update BEFORE UPDATE ON audit_entries"
    " FOR EACH ROW EXECUTE FUNCTION refuse_audit_change()",
    "CREATE TRIGGER audit_entries_delete BEFORE DELETE ON audit_entries FOR EACH ROW"
    " WHEN (OLD.created_at > now() - interval '30 days')"
    " EXECUTE FUNCTION refuse_audit_change()",
    "CREATE TRIGGER audit_entries_truncate BEFORE TRUNCATE ON audit_entries"
    " FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()",
)

# The names of messages and subscribers were personal data of visitors.
_COPY = """
INSERT INTO audit_entries (id, created_at, user_id, user_name, action, record_type, name, address,
    request_id, changes, count, permission, search_text)
SELECT id, created_at, user_id, user_name, action, record_type, kept, '', '', '[]', 1, permission,
    lower(user_name || ' ' || action || ' ' || record_type || ' ' || kept)
FROM (
    SELECT activities.*,
        CASE WHEN record_type IN ('message', 'subscriber') THEN '' ELSE name END AS kept
    FROM activities
) AS copied
"""
_COPY_BACK = """
INSERT INTO activities (id, created_at, user_id, user_name, action, record_type, name, permission)
SELECT id, created_at, (SELECT users.id FROM users WHERE users.id = user_id), user_name, action,
    record_type, name, permission
FROM audit_entries WHERE permission <> ''
"""


def upgrade() -> None:
    """Apply this migration."""
    op.create_table(
        "audit_entries",
        sa.Column("user_name", sa.String(), nullable=False),
        sa.Column("action", sa.String(), nullable=False),
        sa.Column("record_type", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("search_text", sa.String(), nullable=True),
        sa.Column("user_id", sa.Integer(), nullable=True),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("request_id", sa.String(), nullable=False),
        sa.Column("record_id", sa.Integer(), nullable=True),
        sa.Column("changes", sa.JSON(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("permission", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_entries")),
    )
    op.create_index("ix_audit_entries_created_at", "audit_entries", ["created_at"])
    op.create_index("ix_audit_entries_permission_id", "audit_entries", ["permission", "id"])
    op.execute(_COPY)
    op.drop_table("activities")
    is_postgresql = op.get_context().dialect.name == "postgresql"
    if is_postgresql:
        op.execute(
            "SELECT setval(pg_get_serial_sequence('audit_entries', 'id'),"
            " coalesce(max(id), 1), max(id) IS NOT NULL) FROM audit_entries"
        )
    for statement in _POSTGRESQL if is_postgresql else _SQLITE:
        op.execute(statement)


def downgrade() -> None:
    """Revert this migration."""
    op.create_table(
        "activities",
        sa.Column("user_name", sa.String(), nullable=False),
        sa.Column("action", sa.String(), nullable=False),
        sa.Column("record_type", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=True),
        sa.Column("permission", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_activities_user_id_users"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_activities")),
    )
    op.create_index(op.f("ix_activities_user_id"), "activities", ["user_id"])
    op.execute(_COPY_BACK)
    op.drop_table("audit_entries")
    if op.get_context().dialect.name == "postgresql":
        op.execute("DROP FUNCTION refuse_audit_change()")
