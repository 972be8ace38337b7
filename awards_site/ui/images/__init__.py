"""Responsive images, portraits and photo tiles."""
