"""Serving, building, backups, checks of data and links, and the demo edition."""


class CommandFailed(Exception):
    """An operator's command failed; the message says what to change."""
