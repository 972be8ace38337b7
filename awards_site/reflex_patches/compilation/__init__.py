"""Patches of what Reflex compiles, installs and serves."""
