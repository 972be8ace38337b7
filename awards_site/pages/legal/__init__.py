"""The pages on privacy, terms and cookies."""
