"""The signed-in user's part of the portal: signing in, again too, and the account."""
