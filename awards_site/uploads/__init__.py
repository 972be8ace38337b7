"""Uploaded files: pictures and videos."""
