"""Tests of the blog."""
