"""The contact page."""
