"""Tests of rendering pages and sending them."""
