"""What the entities share on the server: their endpoints, published lists and the audit log."""
