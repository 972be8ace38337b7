"""Multi-factor authentication: passkeys, authenticator apps and recovery codes."""
