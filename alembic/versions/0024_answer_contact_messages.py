"""Store what staff do with contact messages: status, assignee, notes and replies.

Revision ID: 0024
Revises: 0023
"""

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa
from alembic import op
from alembic.operations import BatchOperations

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

_INDEXES = {
    f"ix_messages_{column}_created_at_id": [column, "created_at", "id"]
    for column in ("status", "assignee_id")
}
_KEY = "fk_messages_assignee_id_users"


def upgrade() -> None:
    """Apply this migration."""
    with _altered_messages() as batch_op:
        batch_op.add_column(
            sa.Column("status", sa.String(), server_default=sa.text("'new'"), nullable=False)
        )
        batch_op.add_column(sa.Column("assignee_id", sa.Integer(), nullable=True))
        batch_op.add_column(
            sa.Column("reply_count", sa.Integer(), server_default=sa.text("0"), nullable=False)
        )
        batch_op.create_foreign_key(
            batch_op.f(_KEY), "users", ["assignee_id"], ["id"], ondelete="SET NULL"
        )
    for name, columns in _INDEXES.items():
        op.create_index(name, "messages", columns)
    _create_table("message_notes")
    _create_table(
        "message_replies",
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("email_message_id", sa.String(), nullable=False),
        sa.Column("failure", sa.String(), nullable=False),
    )
    op.create_index(op.f("ix_outgoing_emails_message_id"), "outgoing_emails", ["message_id"])


def downgrade() -> None:
    """Revert this migration."""
    op.drop_index(op.f("ix_outgoing_emails_message_id"), "outgoing_emails")
    op.drop_table("message_replies")
    op.drop_table("message_notes")
    for name in _INDEXES:
        op.drop_index(name, "messages")
    with _altered_messages() as batch_op:
        batch_op.drop_constraint(batch_op.f(_KEY), type_="foreignkey")
        batch_op.drop_column("reply_count")
        batch_op.drop_column("assignee_id")
        batch_op.drop_column("status")


@contextmanager
def _altered_messages() -> Iterator[BatchOperations]:
    """Alter the table of messages; SQLite builds it again, and would forget its last id.

    The triggers of its search index come back with the next start.
    """
    is_sqlite = op.get_context().dialect.name == "sqlite"
    if is_sqlite:
        op.execute(
            "INSERT INTO sqlite_sequence (name, seq)"
            " SELECT 'last message', seq FROM sqlite_sequence WHERE name = 'messages'"
        )
    options = {"sqlite_autoincrement": True}
    with op.batch_alter_table("messages", table_kwargs=options) as batch_op:
        yield batch_op
    if is_sqlite:
        op.execute("DELETE FROM sqlite_sequence WHERE name = 'messages'")
        op.execute("UPDATE sqlite_sequence SET name = 'messages' WHERE name = 'last message'")


def _create_table(name: str, *columns: sa.Column[str]) -> None:
    op.create_table(
        name,
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=True),
        *columns,
        sa.Column("message_id", sa.Integer(), nullable=False),
        sa.Column("author_id", sa.Integer(), nullable=True),
        *(
            sa.ForeignKeyConstraint(
                [column],
                [f"{table}.id"],
                name=op.f(f"fk_{name}_{column}_{table}"),
                ondelete=action,
            )
            for column, table, action in (
                ("message_id", "messages", "CASCADE"),
                ("author_id", "users", "SET NULL"),
            )
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
        sa.UniqueConstraint("key", name=op.f(f"uq_{name}_key")),
    )
    for column in ("message_id", "author_id"):
        op.create_index(op.f(f"ix_{name}_{column}"), name, [column])
