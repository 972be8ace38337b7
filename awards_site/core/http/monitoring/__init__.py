"""Request ids, the access log, metrics and health checks."""
