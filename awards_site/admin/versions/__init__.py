"""Versions of records: history, drafts and previews."""
