"""Tests of the HTTP API, against the specification's text."""
