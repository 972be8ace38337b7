"""Tests of sponsors that need neither the API nor a browser."""
