"""The media library: all uploaded images and videos, and where they are used."""
