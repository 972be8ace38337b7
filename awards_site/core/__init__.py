"""Foundations of all features: database, errors, API client, HTTP middleware and files."""
