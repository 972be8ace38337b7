"""The about page."""
