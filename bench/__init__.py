"""Measurements of the site as visitors and servers feel it: `make bench`."""
