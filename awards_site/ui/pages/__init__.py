"""Page layouts, heads and structured data."""
