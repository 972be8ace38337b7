"""Draws every image of the demo edition from code and seeds."""
