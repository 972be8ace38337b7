"""The security headers of responses, and the origins of requests."""
