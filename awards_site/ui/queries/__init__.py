"""Data in the browser: requests and queries."""
