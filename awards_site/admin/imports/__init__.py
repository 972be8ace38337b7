"""The dialog that imports records from a file."""
