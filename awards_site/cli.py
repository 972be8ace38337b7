"""The operator's commands: `python -m awards_site ...`."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from awards_site.auth.permissions import Role
from awards_site.core import content_version
from awards_site.core.database import writing
from awards_site.demo import loading
from awards_site.operations import bootstrap as preparing
from awards_site.operations.bootstrap import BootstrapFailed
from awards_site.operations.build import BuildFailed, ensure_built
from awards_site.operations.export import ExportFailed
from awards_site.operations.export import export as write_files
from awards_site.operations.serve import PortTaken
from awards_site.operations.serve import serve as serve_release
from awards_site.settings import settings
from awards_site.uploads import variant_maker

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)

Username = Annotated[str, typer.Argument(help="The username, as it is typed to sign in.")]
Email = Annotated[str, typer.Option(prompt=True, help="Asked for when not given.")]
Password = Annotated[
    str,
    typer.Option(
        prompt=True, confirmation_prompt=True, hide_input=True, help="Asked for when not given."
    ),
]


@contextmanager
def _told() -> Iterator[None]:
    """Tell the operator what went wrong in a sentence, and exit with 1."""
    try:
        yield
    except (BuildFailed, PortTaken, BootstrapFailed, ExportFailed) as error:
        typer.secho(str(error), err=True, fg="red")
        raise typer.Exit(1) from error


@app.callback()
def main() -> None:
    """Run and maintain the awards site."""


@app.command()
def build() -> None:
    """Build the pages, unless the sources are as they were at an earlier build."""
    with _told():
        ensure_built()


@app.command()
def migrate() -> None:
    """Bring the database to the newest shape."""
    preparing.migrate()


@app.command()
def serve() -> None:
    """Serve the site on PORT and HOST; build, migrate and set up first where needed."""
    with _told():
        release = ensure_built()
        sign_in = preparing.prepare()
        if sign_in is not None:
            typer.echo(f"Sign in at {settings().public_url}/auth as {sign_in.username}")
            typer.echo(f"with the password {sign_in.password} (it is shown only now)")
        serve_release(release)


@app.command()
def export(folder: Annotated[Path, typer.Argument(help="A new folder for the files.")]) -> None:
    """Write the public site as plain files, for any server of files; forms need this one."""
    with _told():
        release = ensure_built()
        preparing.prepare()
        count = write_files(release, folder)
    typer.echo(f"Wrote {count} pages to {folder}")


@app.command()
def make_image_variants() -> None:
    """Make the smaller copies of all pictures that lack them; a server does so by itself."""
    missing_variants = len(variant_maker.missing_variants())
    for place, path in enumerate(variant_maker.make_missing_variants(), 1):
        typer.echo(f"{place} of {max(place, missing_variants)}: {path.name}")
        content_version.bump()
    typer.echo("All pictures are ready for all screens")


@app.command()
def create_admin(username: Username, email: Email, password: Password) -> None:
    """Make a further administrator."""
    preparing.migrate()
    with _told(), writing() as session:
        preparing.create_user(session, username, password, email, Role.ADMIN)
    typer.echo(f"{username} is an administrator now")


@app.command()
def reset_password(username: Username, password: Password) -> None:
    """Give a user a new password, which ends the user's sessions."""
    preparing.migrate()
    with _told(), writing() as session:
        preparing.set_password(session, username, password)
    typer.echo(f"{username} has a new password, and is signed out everywhere")


@app.command()
def load_demo() -> None:
    """Load the demo edition into an empty database."""
    preparing.migrate()
    with _told(), writing() as session:
        if not loading.is_empty(session):
            raise BootstrapFailed(
                "There is content already: the demo edition is loaded beside none"
            )
        loaded = loading.load_demo(session, loading.today())
    typer.echo("Loaded " + ", ".join(f"{count} {name}" for name, count in loaded.items()))


@app.command()
def remove_demo() -> None:
    """Remove the demo edition; what staff have added themselves stays."""
    preparing.migrate()
    with writing() as session:
        removed = loading.remove_demo(session)
    typer.echo(f"Removed {removed} records of the demo edition")


@app.command()
def reset_demo(yes: Annotated[bool, typer.Option("--yes", help="Ask nothing.")] = False) -> None:
    """Replace ALL content and users by the demo edition: the known state for testing."""
    preparing.migrate()
    if preparing.has_content_of_its_own() and not yes:
        question = "This deletes content that is not of the demo edition. Go on?"
        if not (sys.stdin.isatty() and typer.confirm(question)):
            typer.secho("Nothing was changed; --yes deletes it all", err=True, fg="red")
            raise typer.Exit(1)
    with _told():
        for sign_in in preparing.reset_demo():
            typer.echo(f"{sign_in.username}: {sign_in.password}")
