"""Lists with filters and pagination."""
