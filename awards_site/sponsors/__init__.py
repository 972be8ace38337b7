"""Sponsors and their tiers."""
