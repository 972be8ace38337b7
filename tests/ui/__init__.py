"""Tests of the design system's Python code."""
