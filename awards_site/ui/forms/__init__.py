"""Forms of public pages."""
