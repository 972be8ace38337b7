"""Foundations of all features: what every layer above may use."""
