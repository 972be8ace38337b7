"""Users: passwords, second factors, sessions, permissions."""
