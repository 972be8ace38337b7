"""Draws every picture of the demo edition from code and seeds."""
