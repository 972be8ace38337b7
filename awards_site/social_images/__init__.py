"""Images that are shown beside shared links."""
