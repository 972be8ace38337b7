"""User Management."""
