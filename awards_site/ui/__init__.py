"""The look of the site: theme, shell, and the components that pages are built from."""
