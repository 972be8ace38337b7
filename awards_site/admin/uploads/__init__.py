"""The input of forms that uploads a file, or takes one from the media library."""
