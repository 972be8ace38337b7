"""Tools of the project that no running site needs."""
