"""Tests of the nominees' pages."""
