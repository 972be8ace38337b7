"""Keep what was revealed by hand with the nominee instead of with each embargo.

Revision ID: 0043
Revises: 0042
"""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0043"
down_revision = "0042"
branch_labels = None
depends_on = None

_TIME = sa.DateTime(timezone=True)
_NOMINEES = sa.table(
    "nominees",
    *(sa.column(name) for name in ("id", "year", "category", "is_winner", "is_finalist")),
    sa.column("reveal_at", _TIME),
    sa.column("revealed_at", _TIME),
    *(sa.column(name, sa.JSON()) for name in ("embargoed_content", "revealed")),
)
_EMBARGOES = sa.table(
    "embargoes",
    *(sa.column(name) for name in ("year", "category")),
    sa.column("reveal_at", _TIME),
    sa.column("revealed", sa.JSON()),
)


def upgrade() -> None:
    """Apply this migration. Who is revealed by all that covers her stays so, and nobody else."""
    op.add_column("nominees", sa.Column("revealed", sa.JSON(), nullable=True))
    op.add_column("nominees", sa.Column("revealed_at", _TIME, nullable=True))
    op.execute("UPDATE nominees SET revealed = '[]'")
    if not op.get_context().as_sql:
        _move_revealed()
    op.drop_column("embargoes", "revealed")


def _move_revealed() -> None:
    connection, now = op.get_bind(), datetime.now(UTC)
    is_active = _EMBARGOES.c.reveal_at > now
    embargoes = connection.execute(sa.select(_EMBARGOES).where(is_active)).all()
    years = {each.year for each in embargoes}
    for each in connection.execute(sa.select(_NOMINEES).where(_NOMINEES.c.year.in_(years))).all():
        covering = [
            embargo.revealed or ()
            for embargo in embargoes
            if embargo.year == each.year and embargo.category in {None, each.category}
        ]
        is_alone = each.reveal_at is not None and each.reveal_at > now
        if is_alone or not covering or any(str(each.id) not in ids for ids in covering):
            continue
        results = ["finalist", *(["winner"] if each.is_winner else [])]
        parts = results if each.is_winner or each.is_finalist else []
        values = {"revealed": [*parts, *(each.embargoed_content or ())], "revealed_at": now}
        connection.execute(_NOMINEES.update().where(_NOMINEES.c.id == each.id).values(values))


def downgrade() -> None:
    """Undo this migration. What has been revealed by hand would be hidden again."""
    op.add_column("embargoes", sa.Column("revealed", sa.JSON(), nullable=True))
    op.execute("UPDATE embargoes SET revealed = '[]'")
    op.drop_column("nominees", "revealed_at")
    op.drop_column("nominees", "revealed")
