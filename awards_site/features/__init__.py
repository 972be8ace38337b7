"""One folder for each kind of record."""
