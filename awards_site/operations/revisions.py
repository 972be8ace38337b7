"""The migrations that this version of the site knows."""

from alembic.config import Config
from alembic.script import ScriptDirectory

from awards_site.operations.build_digest import ROOT


def head_revision() -> str:
    """Return the newest migration."""
    return str(_migrations().get_current_head())


def known_revisions() -> set[str]:
    return {script.revision for script in _migrations().walk_revisions()}


def _migrations() -> ScriptDirectory:
    return ScriptDirectory.from_config(Config(str(ROOT / "alembic.ini")))
