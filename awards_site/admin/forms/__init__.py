"""The inputs of forms."""
