"""Entry point of `python -m awards_site`."""

from awards_site.cli import app

app(prog_name="python -m awards_site")
