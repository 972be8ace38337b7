"""Photos: the gallery."""
