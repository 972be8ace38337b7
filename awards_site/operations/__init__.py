"""Serving, building, backups, checks, and the demo edition."""


class CommandFailed(Exception):
    """An operator's command failed; the message says what to change."""
