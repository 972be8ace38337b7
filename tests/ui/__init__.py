"""Tests of the look's machinery."""
