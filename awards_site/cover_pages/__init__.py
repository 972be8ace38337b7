"""Cover pages: what the home page's hero shows."""
