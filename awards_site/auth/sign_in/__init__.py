"""Sign-in and sign-out, the second step of sign-in, and re-authentication."""
