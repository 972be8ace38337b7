"""Imports of records from CSV files."""
