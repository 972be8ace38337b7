"""Tests of the feature videos, its pages apart."""
