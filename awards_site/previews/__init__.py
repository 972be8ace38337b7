"""Previews of records as they will be published: for staff, and by link for others."""
