"""The public forms without JavaScript."""
