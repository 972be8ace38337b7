"""The HTTP layer below every endpoint: middleware, path parameters and response formats."""
