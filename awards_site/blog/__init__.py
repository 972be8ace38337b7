"""Blog posts."""
