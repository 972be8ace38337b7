"""The design system: theme, page shell and shared components."""
