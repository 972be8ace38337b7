"""Benchmarks of the site: `make bench`."""
