"""The dashboard: numbers of records and recent changes."""
