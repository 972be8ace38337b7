"""Videos: the video library."""
