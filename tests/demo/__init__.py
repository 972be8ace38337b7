"""Tests of the demo edition."""
