"""Events: the public calendar and its management."""
