"""Public pages that are mostly fixed content."""
