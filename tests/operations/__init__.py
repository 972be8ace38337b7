"""Tests of building and serving."""
