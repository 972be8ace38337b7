"""Serving, building, backups, checks, and the demo edition."""
