"""The demo edition: content that makes every page believable, and its pictures."""
