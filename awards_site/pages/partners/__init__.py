"""The partners page."""
