"""The design system, and kinds of pages."""
