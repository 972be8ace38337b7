"""Images, portraits and tiles of photos."""
