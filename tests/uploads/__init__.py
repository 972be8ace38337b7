"""Tests of uploaded files that need neither the API nor a browser."""
