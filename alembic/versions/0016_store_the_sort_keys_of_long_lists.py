"""Store the sort keys of long lists, and index them.

Revision ID: 0016
Revises: 0015
"""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

_SORTED = {
    "audit_entries": ("user_name", "action", "address"),
    "messages": ("name", "email"),
    "nominees": ("name", "title"),
    "subscribers": ("email",),
}
_INDEXES = {
    **{
        f"ix_{table}_{column}_created_at_id": (table, [column, "created_at", "id"])
        for table, columns in {
            "audit_entries": ("user_name_sort_key", "action_sort_key", "address_sort_key"),
            "messages": ("name_sort_key", "email_sort_key", "inquiry_type"),
        }.items()
        for column in columns
    },
    "ix_nominees_order": (
        "nominees",
        ["is_published", "year", "name_sort_key", "id", "category"],
    ),
    "ix_nominees_name_sort_key": ("nominees", ["name_sort_key"]),
    "ix_nominees_title_sort_key": ("nominees", ["title_sort_key"]),
    "ix_subscribers_email_sort_key": ("subscribers", ["email_sort_key"]),
}
# Made at a start by earlier versions, which sorted by the function itself.
_FORMER_INDEXES = tuple(
    f"postgresql_{name}"
    for name in (
        "audit_entries_action",
        "audit_entries_name",
        "audit_entries_record_type",
        "audit_entries_user_name",
        "messages_email",
        "messages_name",
        "subscribers_email",
    )
)

# The triggers of the audit log refuse every UPDATE.
_WITHOUT_TRIGGER = {
    "sqlite": (
        "DROP TRIGGER audit_entries_update",
        "CREATE TRIGGER audit_entries_update BEFORE UPDATE ON audit_entries"
        " BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END",
    ),
    "postgresql": (
        "ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_update",
        "ALTER TABLE audit_entries ENABLE TRIGGER audit_entries_update",
    ),
}


def upgrade() -> None:
    """Apply this migration."""
    dialect = op.get_context().dialect.name
    kind = sa.String(collation="C") if dialect == "postgresql" else sa.String()
    for table, names in _SORTED.items():
        for name in names:
            column = sa.Column(
                f"{name}_sort_key", kind, server_default=sa.text("''"), nullable=False
            )
            op.add_column(table, column)
    before, after = _WITHOUT_TRIGGER[dialect]
    op.execute(before)
    for table, names in _SORTED.items():
        keys = ", ".join(f"{name}_sort_key = sort_key({name})" for name in names)
        op.execute(f"UPDATE {table} SET {keys}")  # noqa: S608 # All names are constants.
    op.execute(after)
    op.drop_index("ix_nominees_is_published_year", "nominees")
    for name, (table, columns) in _INDEXES.items():
        op.create_index(name, table, columns)
    if dialect == "postgresql":
        for name in _FORMER_INDEXES:
            op.execute(f"DROP INDEX IF EXISTS {name}")


def downgrade() -> None:
    """Revert this migration, and drop what a start has made for this version."""
    for name in _SORTED["audit_entries"]:
        op.execute(f"DROP INDEX IF EXISTS list_audit_entries_{name}_sort_key")
    if op.get_context().dialect.name == "sqlite":
        for table in ("audit_entries", "messages", "subscribers"):
            for kind in ("insert", "update", "delete"):
                op.execute(f"DROP TRIGGER IF EXISTS list_search_{table}_{kind}")
            op.execute(f"DROP TABLE IF EXISTS list_search_{table}")
        op.execute("DROP TABLE IF EXISTS list_deletions")
    for name, (table, _columns) in _INDEXES.items():
        op.drop_index(name, table)
    op.create_index("ix_nominees_is_published_year", "nominees", ["is_published", "year"])
    for table, names in _SORTED.items():
        for name in names:
            op.drop_column(table, f"{name}_sort_key")
