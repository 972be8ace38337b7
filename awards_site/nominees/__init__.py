"""Nominees: the honorees of every edition."""
