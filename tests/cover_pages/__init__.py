"""Tests of cover pages that need neither the API nor a browser."""
