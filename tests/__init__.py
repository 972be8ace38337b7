"""The tests of the site."""
