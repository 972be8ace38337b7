"""Entry point of `python -m awards_site`."""

import gc

# Garbage collections during the imports, and of what they leave at the exit, find nothing and take
# as long as importing.
gc.disable()

from awards_site.cli import app  # noqa: E402

gc.freeze()
gc.enable()

app(prog_name="python -m awards_site")
