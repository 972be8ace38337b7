"""Tests of rendering and serving pages."""
