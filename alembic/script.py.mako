"""${message}.

Revision ID: ${up_revision}
Revises: ${down_revision | comma,n}
"""

import sqlalchemy as sa
from alembic import op
${imports if imports else ""}
revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = ${repr(branch_labels)}
depends_on = ${repr(depends_on)}


def upgrade() -> None:
    """Bring the database to this shape."""
    ${upgrades if upgrades else "pass"}


def downgrade() -> None:
    """Bring the database back to the shape before."""
    ${downgrades if downgrades else "pass"}
