"""Contact messages from visitors."""
