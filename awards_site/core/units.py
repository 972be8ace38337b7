"""Units of measurement."""

MEGABYTE = 1024 * 1024
"""The bytes of a megabyte."""
