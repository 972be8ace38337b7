"""Tests of what every feature stands on."""
