"""Data in the browser: requests, queries and their loading states."""
