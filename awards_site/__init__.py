"""The Women Entrepreneur Awards: a public showcase and its admin portal."""
