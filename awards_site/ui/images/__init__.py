"""Responsive images, portraits, photo tiles and the lightbox."""
