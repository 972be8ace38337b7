"""Tests of the HTTP API, against docs/rules/api.md."""
