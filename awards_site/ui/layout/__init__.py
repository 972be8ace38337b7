"""What surrounds the content of each page."""
