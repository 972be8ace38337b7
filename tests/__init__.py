"""The tests of the site."""

import gc

# Collecting garbage while everything is imported takes a third of that time, and finds nothing.
# `tests/conftest.py` and `tests/preloaded.py` end this.
gc.disable()
