"""Newsletter subscribers."""
