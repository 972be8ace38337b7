"""Name the columns of IP addresses as such.

Revision ID: 0018
Revises: 0017
"""

from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

_COLUMNS = (
    ("audit_entries", "address", "ip_address"),
    ("audit_entries", "address_sort_key", "ip_address_sort_key"),
    ("sign_in_attempts", "address", "ip_address"),
    ("user_sessions", "address", "ip_address"),
)
_INDEXES = (
    (
        "audit_entries",
        "ix_audit_entries_{}_created_at_id",
        "address_sort_key",
        ["created_at", "id"],
    ),
    ("sign_in_attempts", "ix_sign_in_attempts_{}", "address", []),
)


def upgrade() -> None:
    """Apply this migration."""
    # A start makes this index again with its new name.
    op.execute("DROP INDEX IF EXISTS list_audit_entries_address_sort_key")
    for table, name, column, _others in _INDEXES:
        op.drop_index(name.format(column), table)
    for table, old, new in _COLUMNS:
        op.execute(f"ALTER TABLE {table} RENAME {old} TO {new}")
    for table, name, column, others in _INDEXES:
        op.create_index(name.format(f"ip_{column}"), table, [f"ip_{column}", *others])


def downgrade() -> None:
    """Revert this migration."""
    op.execute("DROP INDEX IF EXISTS list_audit_entries_ip_address_sort_key")
    for table, name, column, _others in _INDEXES:
        op.drop_index(name.format(f"ip_{column}"), table)
    for table, old, new in _COLUMNS:
        op.execute(f"ALTER TABLE {table} RENAME {new} TO {old}")
    for table, name, column, others in _INDEXES:
        op.create_index(name.format(column), table, [column, *others])
