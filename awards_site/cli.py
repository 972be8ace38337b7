"""The operator's commands: `python -m awards_site ...`."""

import typer
from alembic import command
from alembic.config import Config

from awards_site.operations.build import BuildFailed, ensure_built
from awards_site.operations.release import ROOT
from awards_site.operations.serve import PortTaken
from awards_site.operations.serve import serve as serve_release

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)


@app.callback()
def main() -> None:
    """Run and maintain the awards site."""


@app.command()
def build() -> None:
    """Build the pages, unless the sources are as they were at an earlier build."""
    try:
        ensure_built()
    except BuildFailed as error:
        typer.secho(str(error), err=True, fg="red")
        raise typer.Exit(1) from error


@app.command()
def migrate() -> None:
    """Bring the database to the newest shape."""
    command.upgrade(Config(ROOT / "alembic.ini"), "head")


@app.command()
def serve() -> None:
    """Serve the site on PORT and HOST, building the pages first where needed."""
    try:
        serve_release(ensure_built())
    except (BuildFailed, PortTaken) as error:
        typer.secho(str(error), err=True, fg="red")
        raise typer.Exit(1) from error
