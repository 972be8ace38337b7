"""The limits of imports, which the dialog names before a file is chosen."""

MAX_MEGABYTES = 2
MAX_ROWS = 1_000
