"""Uploaded images and videos, and the variants of images."""
