"""Tests of image variants."""
