"""Tests of videos that need no browser."""
