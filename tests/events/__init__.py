"""Tests of events that need neither the API nor a browser."""
