"""Lists, and what filters and pages them."""
