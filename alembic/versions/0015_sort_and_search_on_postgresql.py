"""Give PostgreSQL the function by which lists sort.

SQLite calls `awards_site.core.sorting.sort_key_of`, which has the same results.

Revision ID: 0015
Revises: 0013
"""

from alembic import op

revision = "0015"
down_revision = "0013"
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


def upgrade() -> None:
    """Apply this migration."""
    if op.get_context().dialect.name == "postgresql":
        op.execute(_REQUIRE_UTF8)
        op.execute(_SORT_KEY)


def downgrade() -> None:
    """Revert this migration."""
    if op.get_context().dialect.name == "postgresql":
        op.execute("DROP FUNCTION sort_key(text)")
