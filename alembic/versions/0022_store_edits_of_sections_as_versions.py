"""Store the edits of content sections as versions.

Revision ID: 0022
Revises: 0021
"""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

_EDITS = "content_edits"
_SECTIONS = "content_sections"
_COLUMNS = 'created_at, table_name, record_id, action, "row", user_id'
_STORED = """
SELECT edits.id, sections.id AS section_id, sections.created_at AS section_created_at,
    sections.name, sections.identifier, edits.created_at, edits.user_id,
    {json}(edits.previous_content) AS previous_content, {json}(edits.new_content) AS new_content
FROM content_edits AS edits JOIN content_sections AS sections ON sections.id = edits.section_id
"""
_DELETED_ON_SQLITE = """
SELECT json_extract(edits.value, '$[1].id') AS id, record_id AS section_id,
    strftime('%Y-%m-%d %H:%M:%f', json_extract("rows", '$[0][1].created_at')) AS section_created_at,
    json_extract("rows", '$[0][1].name') AS name,
    json_extract("rows", '$[0][1].identifier') AS identifier,
    strftime('%Y-%m-%d %H:%M:%f', json_extract(edits.value, '$[1].created_at')) AS created_at,
    (SELECT id FROM users WHERE id = json_extract(edits.value, '$[1].user_id')) AS user_id,
    json_extract(edits.value, '$[1].previous_content') AS previous_content,
    json_extract(edits.value, '$[1].new_content') AS new_content
FROM deleted_records, json_each("rows") AS edits
WHERE table_name = 'content_sections' AND json_extract(edits.value, '$[0]') = 'content_edits'
"""
_DELETED_ON_POSTGRESQL = """
SELECT (edits.value #>> '{1,id}')::integer AS id, record_id AS section_id,
    ("rows" #>> '{0,1,created_at}')::timestamptz AS section_created_at,
    "rows" #>> '{0,1,name}' AS name, "rows" #>> '{0,1,identifier}' AS identifier,
    (edits.value #>> '{1,created_at}')::timestamptz AS created_at,
    (SELECT id FROM users WHERE id = (edits.value #>> '{1,user_id}')::integer) AS user_id,
    edits.value #> '{1,previous_content}' AS previous_content,
    edits.value #> '{1,new_content}' AS new_content
FROM deleted_records, json_array_elements("rows") AS edits (value)
WHERE table_name = 'content_sections' AND edits.value ->> 0 = 'content_edits'
"""


def upgrade() -> None:
    """Apply this migration."""
    is_sqlite = op.get_context().dialect.name == "sqlite"
    deleted = _DELETED_ON_SQLITE if is_sqlite else _DELETED_ON_POSTGRESQL
    for edits in (_STORED.format(json="json" if is_sqlite else ""), deleted):
        _store(edits, is_sqlite=is_sqlite)
    op.drop_table(_EDITS)


def _store(edits: str, *, is_sqlite: bool) -> None:
    """Store edits as versions: first what each section was before all of them."""
    build = "json_object" if is_sqlite else "json_build_object"
    content = "json({})" if is_sqlite else "{}"
    row = f"{build}('name', name, 'identifier', identifier, 'content', {content})"
    first = f"id IN (SELECT min(id) FROM ({edits}) AS firsts GROUP BY section_id)"  # noqa: S608
    op.execute(
        f"INSERT INTO record_versions ({_COLUMNS})"  # noqa: S608
        f" SELECT section_created_at, '{_SECTIONS}', section_id, 'original',"
        f" {row.format('previous_content')}, NULL FROM ({edits}) AS edits WHERE {first}"
    )
    op.execute(
        f"INSERT INTO record_versions ({_COLUMNS})"  # noqa: S608
        f" SELECT created_at, '{_SECTIONS}', section_id, 'updated',"
        f" {row.format('new_content')}, user_id FROM ({edits}) AS edits ORDER BY id"
    )


def downgrade() -> None:
    """Revert this migration; the edits of deleted sections are lost."""
    op.create_table(
        _EDITS,
        sa.Column("previous_content", sa.JSON(), nullable=False),
        sa.Column("new_content", sa.JSON(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("section_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["section_id"],
            [f"{_SECTIONS}.id"],
            name=op.f(f"fk_{_EDITS}_section_id_{_SECTIONS}"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f(f"fk_{_EDITS}_user_id_users"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{_EDITS}")),
    )
    for column in ("section_id", "user_id"):
        op.create_index(op.f(f"ix_{_EDITS}_{column}"), _EDITS, [column])
    is_sqlite = op.get_context().dialect.name == "sqlite"
    content = "json_extract(\"row\", '$.content')" if is_sqlite else "\"row\" -> 'content'"
    op.execute(
        f"INSERT INTO {_EDITS} (previous_content, new_content, created_at, section_id, user_id)"  # noqa: S608
        " SELECT previous_content, new_content, created_at, record_id, user_id FROM ("
        f"SELECT id, record_id, action, created_at, user_id, {content} AS new_content,"
        f" lag({content}) OVER (PARTITION BY record_id ORDER BY id) AS previous_content"
        f" FROM record_versions WHERE table_name = '{_SECTIONS}'"
        f" AND record_id IN (SELECT id FROM {_SECTIONS})) AS versions"
        " WHERE action = 'updated' AND previous_content IS NOT NULL ORDER BY id"
    )
    op.execute(f"DELETE FROM record_versions WHERE table_name = '{_SECTIONS}'")  # noqa: S608
