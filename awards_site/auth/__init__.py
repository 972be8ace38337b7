"""Authentication and authorization: users, passwords, sessions, roles and rate limits."""
