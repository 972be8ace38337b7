"""Sign-in, re-authentication and account settings."""
