"""Add search texts, the audit log and deleted records.

Revision ID: 0002
Revises: 0001
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply this migration."""
    op.create_table(
        "deleted_records",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("table_name", sa.String(), nullable=False),
        sa.Column("record_id", sa.Integer(), nullable=False),
        sa.Column("rows", sa.JSON(), nullable=False),
        sa.Column("referring", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deleted_records")),
    )
    with op.batch_alter_table("deleted_records", schema=None) as batch_op:
        batch_op.create_index("ix_deleted_records_created_at", ["created_at"], unique=False)
        batch_op.create_index(
            "ix_deleted_records_table_name_record_id", ["table_name", "record_id"], unique=False
        )

    op.create_table(
        "activities",
        sa.Column("user_name", sa.String(), nullable=False),
        sa.Column("action", sa.String(), nullable=False),
        sa.Column("noun", sa.String(), nullable=False),
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
    with op.batch_alter_table("activities", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_activities_user_id"), ["user_id"], unique=False)

    with op.batch_alter_table("blog_posts", schema=None) as batch_op:
        batch_op.add_column(sa.Column("search_text", sa.String(), nullable=True))

    with op.batch_alter_table("content_sections", schema=None) as batch_op:
        batch_op.add_column(sa.Column("search_text", sa.String(), nullable=True))

    with op.batch_alter_table("cover_pages", schema=None) as batch_op:
        batch_op.add_column(sa.Column("search_text", sa.String(), nullable=True))

    with op.batch_alter_table("events", schema=None) as batch_op:
        batch_op.add_column(sa.Column("search_text", sa.String(), nullable=True))

    with op.batch_alter_table("messages", schema=None) as batch_op:
        batch_op.add_column(sa.Column("search_text", sa.String(), nullable=True))

    with op.batch_alter_table("nominees", schema=None) as batch_op:
        batch_op.add_column(sa.Column("search_text", sa.String(), nullable=True))

    with op.batch_alter_table("photos", schema=None) as batch_op:
        batch_op.add_column(sa.Column("search_text", sa.String(), nullable=True))

    with op.batch_alter_table("sponsors", schema=None) as batch_op:
        batch_op.add_column(sa.Column("search_text", sa.String(), nullable=True))

    with op.batch_alter_table("subscribers", schema=None) as batch_op:
        batch_op.add_column(sa.Column("search_text", sa.String(), nullable=True))

    with op.batch_alter_table("users", schema=None) as batch_op:
        batch_op.add_column(sa.Column("search_text", sa.String(), nullable=True))

    with op.batch_alter_table("videos", schema=None) as batch_op:
        batch_op.add_column(sa.Column("search_text", sa.String(), nullable=True))


def downgrade() -> None:
    """Revert this migration."""
    with op.batch_alter_table("videos", schema=None) as batch_op:
        batch_op.drop_column("search_text")

    with op.batch_alter_table("users", schema=None) as batch_op:
        batch_op.drop_column("search_text")

    with op.batch_alter_table("subscribers", schema=None) as batch_op:
        batch_op.drop_column("search_text")

    with op.batch_alter_table("sponsors", schema=None) as batch_op:
        batch_op.drop_column("search_text")

    with op.batch_alter_table("photos", schema=None) as batch_op:
        batch_op.drop_column("search_text")

    with op.batch_alter_table("nominees", schema=None) as batch_op:
        batch_op.drop_column("search_text")

    with op.batch_alter_table("messages", schema=None) as batch_op:
        batch_op.drop_column("search_text")

    with op.batch_alter_table("events", schema=None) as batch_op:
        batch_op.drop_column("search_text")

    with op.batch_alter_table("cover_pages", schema=None) as batch_op:
        batch_op.drop_column("search_text")

    with op.batch_alter_table("content_sections", schema=None) as batch_op:
        batch_op.drop_column("search_text")

    with op.batch_alter_table("blog_posts", schema=None) as batch_op:
        batch_op.drop_column("search_text")

    with op.batch_alter_table("activities", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_activities_user_id"))

    op.drop_table("activities")
    with op.batch_alter_table("deleted_records", schema=None) as batch_op:
        batch_op.drop_index("ix_deleted_records_table_name_record_id")
        batch_op.drop_index("ix_deleted_records_created_at")

    op.drop_table("deleted_records")
