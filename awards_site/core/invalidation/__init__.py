"""Which cached content a write has outdated, by two counters of each table."""
