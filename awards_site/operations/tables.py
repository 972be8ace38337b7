"""Imports all tables, which registers them in the metadata."""

from awards_site.accounts import mfa_models, models
from awards_site.core.audit import models as audit
from awards_site.core.database import soft_delete
from awards_site.core.database.engine import metadata
from awards_site.core.mail import outbox
from awards_site.features.registry import modules
from awards_site.operations import links
from awards_site.operations.demo import loading
from awards_site.records import pending_changes, preview_links, versions
from awards_site.records.imports import models as imports

__all__ = [
    "audit", "imports", "links", "loading", "metadata", "mfa_models", "models",
    "outbox", "pending_changes", "preview_links", "soft_delete", "versions",
]  # fmt: skip

modules("entity")
