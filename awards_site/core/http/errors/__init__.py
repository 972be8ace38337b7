"""The responses to errors."""
