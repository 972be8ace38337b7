"""Frames and heads of pages."""
