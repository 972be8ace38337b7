"""Tests of how management screens are described."""
