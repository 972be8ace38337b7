"""Tests of the checklist's links."""
