"""The digest of the sources, which identifies a build of the pages.

Each build has its own folder in `build/`, named by the digest of its sources. A build exists if its
folder does, and a new build does not affect a server that runs from another one.
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from awards_site.prerender import PAGES_MANIFEST
from awards_site.settings import Settings, settings

ROOT = Path(__file__).resolve().parents[2]
"""The project folder, which has rxconfig.py."""

BUILDS_DIR = ROOT / "build"
"""The folder of the builds."""

SOURCES = (
    "awards_site",
    "assets",
    "reflex.lock",
    "rxconfig.py",
    "requirements.txt",
)
"""The files and folders that builds depend on, relative to the project folder."""

EXCLUDED_SOURCES = (
    "awards_site/cli.py",
    "awards_site/__main__.py",
    "awards_site/demo/",
    "__pycache__",
    # Links to the components' scripts, created by the compiler.
    "assets/external/",
)
"""The parts of SOURCES that builds do not depend on."""

RUN_TIME_SETTINGS = frozenset(
    {
        "host",
        "port",
        "data_dir",
        "storage_url",
        "configured_database_url",
        "database_connections",
        "database_url",
        "workers",
        "redis_url",
        "configured_public_url",
        "public_url",
        "timezone",
        "store_forms",
        "prerender",
        "revalidate_seconds",
        "demo",
        "image_variants",
        "admin_email",
        "admin_username",
        "admin_password",
        "form_rate_limit",
        "form_total_rate_limit",
        "form_fill_seconds",
        "inbox_quota",
        "min_free_disk_mb",
        "upload_quota_mb",
        "body_idle_seconds",
        "body_min_kb_per_second",
        "search_rate_limit",
        "search_total_rate_limit",
        "websocket_rate_limit",
        "websocket_total_rate_limit",
        "sign_in_total_rate_limit",
        "security_contact",
        "websockets_per_session",
        "websocket_messages_per_second",
        "state_minutes",
        "recent_sign_in_minutes",
        "secret_key",
        "second_factor_roles",
        "session_idle_hours",
        "session_max_hours",
        "trusted_proxies",
        "audit_days",
        "backup_dir",
        "backup_hours",
        "backup_keep",
        "log_format",
        "log_level",
        "access_log",
        "metrics_token",
        "smtp_url",
        "mail_from",
        "mail_from_name",
        "mail_account_notices",
        "mail_contact_recipients",
        "mail_contact_interval_minutes",
        "mail_contact_receipts",
        "mail_retention_days",
    }
)
"""The settings that builds do not depend on; a change of any other one requires a new build."""


def source_files(root: Path = ROOT) -> Iterator[Path]:
    """Yield the files that builds depend on, in a fixed order."""
    for source in SOURCES:
        start = root / source
        for path in [start] if start.is_file() else sorted(start.rglob("*")):
            relative = path.relative_to(root).as_posix()
            if path.is_file() and not any(part in relative for part in EXCLUDED_SOURCES):
                yield path


def source_digest(root: Path = ROOT, values: Settings | None = None) -> str:
    """Return a digest of the sources under `root` and of the build settings."""
    digest = hashlib.sha256()
    for path in source_files(root):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(root).as_posix()}\0{len(content)}\0".encode())
        digest.update(content)
    digest.update(json.dumps(build_settings(values or settings()), sort_keys=True).encode())
    return digest.hexdigest()[:16]


def build_settings(values: Settings) -> dict[str, object]:
    """Return the settings that builds depend on, as JSON values."""
    return values.model_dump(mode="json", exclude=set(RUN_TIME_SETTINGS))


def current_build() -> Path:
    return BUILDS_DIR / source_digest()


def is_built(build_dir: Path) -> bool:
    return (build_dir / PAGES_MANIFEST).is_file()
