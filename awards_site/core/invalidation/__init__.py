"""Which cached content a write has changed, by the rows that were read and written."""
