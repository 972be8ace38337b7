"""The audit log's endpoints and screen."""
