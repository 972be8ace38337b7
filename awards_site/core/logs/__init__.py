"""Logging: its format, and the redaction of secrets."""
