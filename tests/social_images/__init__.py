"""Tests of the pictures of shared links."""
