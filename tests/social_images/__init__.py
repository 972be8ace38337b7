"""Tests of social images."""
