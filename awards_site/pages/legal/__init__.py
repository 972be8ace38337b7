"""The legal pages: privacy, terms and cookies."""
