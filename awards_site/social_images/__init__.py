"""Social images: the previews of shared links."""
