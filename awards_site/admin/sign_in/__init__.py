"""Sign-in, re-authentication and new passwords, and the State of the signed-in user."""
