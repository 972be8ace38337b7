"""The command line interface: `python -m awards_site ...`."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from awards_site.auth import rate_limit
from awards_site.auth.passwords import hash_password
from awards_site.auth.permissions import Role
from awards_site.core import content_version
from awards_site.core.database import reading, truncate_write_ahead_log, writing
from awards_site.core.logs.configuration import configure_logging
from awards_site.demo import loading
from awards_site.mail.status import status_lines
from awards_site.operations import bootstrap
from awards_site.operations.bootstrap import BootstrapFailed
from awards_site.operations.build import BuildFailed, ensure_built
from awards_site.operations.export import ExportFailed
from awards_site.operations.export import export as export_site
from awards_site.operations.private_files import previous_umask, protect
from awards_site.operations.serve import PortTaken
from awards_site.operations.serve import serve as serve_build
from awards_site.personal_data import service as personal_data
from awards_site.settings import settings
from awards_site.uploads import variant_maker

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)

Username = Annotated[str, typer.Argument(help="The username to sign in with.")]
PersonEmail = Annotated[str, typer.Argument(help="The person's email address.")]
Email = Annotated[str, typer.Option(prompt=True, help="Prompted for if omitted.")]
Password = Annotated[
    str,
    typer.Option(
        prompt=True, confirmation_prompt=True, hide_input=True, help="Prompted for if omitted."
    ),
]


@contextmanager
def _exit_on_failure() -> Iterator[None]:
    """Print an expected failure to stderr and exit with status 1."""
    try:
        yield
    except (BuildFailed, PortTaken, BootstrapFailed, ExportFailed) as error:
        typer.secho(str(error), err=True, fg="red")
        raise typer.Exit(1) from error


@app.callback()
def main() -> None:
    """Run and maintain the awards site."""
    configure_logging()


@app.command()
def build() -> None:
    """Build the pages, unless a build of the current sources exists."""
    with _exit_on_failure():
        ensure_built()


def _migrate() -> None:
    with _exit_on_failure():
        bootstrap.migrate()


@app.command()
def migrate() -> None:
    """Migrate the database to the latest schema."""
    _migrate()


@app.command()
def serve() -> None:
    """Serve the site on HOST and PORT; build and migrate first if necessary."""
    with _exit_on_failure():
        build_dir = ensure_built()
        sign_in = bootstrap.prepare()
        if sign_in is not None:
            typer.echo(f"Sign in at {settings().public_url}/auth as {sign_in.username}")
            typer.echo(f"with the password {sign_in.password} (shown only once)")
        serve_build(build_dir)


@app.command()
def export(folder: Annotated[Path, typer.Argument(help="A new folder for the files.")]) -> None:
    """Export the public site as static files; forms need the server."""
    with _exit_on_failure():
        build_dir = ensure_built()
        with previous_umask():
            bootstrap.prepare()
        count = export_site(build_dir, folder)
    typer.echo(f"Wrote {count} pages to {folder}")


@app.command()
def make_image_variants() -> None:
    """Generate all missing image variants; a running server does so in the background."""
    protect(settings().data_dir)
    missing_variants = len(variant_maker.missing_variants())
    for number, path in enumerate(variant_maker.make_missing_variants(), 1):
        typer.echo(f"{number} of {max(number, missing_variants)}: {path.name}")
        content_version.bump()
    typer.echo("All image variants are up to date")


@app.command()
def create_admin(username: Username, email: Email, password: Password) -> None:
    """Create an administrator."""
    _migrate()
    with _exit_on_failure():
        user = bootstrap.validate_user(username, password, email, Role.ADMIN)
        password_hash = hash_password(password)
        with writing() as session:
            bootstrap.create_user(session, user, password_hash)
    typer.echo(f"Created administrator {username}")


@app.command()
def reset_password(username: Username, password: Password) -> None:
    """Set a user's password and end the user's sessions."""
    _migrate()
    with _exit_on_failure():
        bootstrap.set_password(username, password)
    typer.echo(f"Changed the password of {username} and ended all sessions")


@app.command()
def mail_status() -> None:
    """Show how e-mails are sent, how many wait, and which ones failed."""
    _migrate()
    for line in status_lines():
        typer.echo(line)


@app.command()
def export_person(email: PersonEmail) -> None:
    """Print all that is stored about a person as JSON."""
    _migrate()
    with reading() as session:
        typer.echo(json.dumps(personal_data.export(session, email), indent=2, ensure_ascii=False))


@app.command()
def erase_person(
    email: PersonEmail,
    yes: Annotated[bool, typer.Option("--yes", help="Skip the confirmation.")] = False,
) -> None:
    """Show what is stored about a person, and delete it for good."""
    _migrate()
    with reading() as session:
        found = [(label, record.created_at) for label, record in personal_data.find(session, email)]
    for label, created_at in found:
        typer.echo(f"{label} of {created_at:%Y-%m-%d}")
    if not found:
        typer.echo("Nothing is stored about this person")
    elif yes or typer.confirm("Delete this for good?"):
        with writing() as session:
            erased = personal_data.erase(session, email)
        truncate_write_ahead_log()
        typer.echo(f"Erased {personal_data.summary(erased)}")


@app.command()
def clear_failed_sign_ins() -> None:
    """Forget all failed sign-ins, so that nobody has to wait before the next attempt."""
    _migrate()
    with writing() as session:
        rate_limit.clear(session)
    typer.echo("Forgot all failed sign-ins")


@app.command()
def load_demo() -> None:
    """Load the demo content into an empty database."""
    _migrate()
    with _exit_on_failure(), writing() as session:
        if not loading.is_empty(session):
            raise BootstrapFailed("The database is not empty; demo content needs an empty one")
        loaded = loading.load_demo(session, loading.today())
    typer.echo("Loaded " + ", ".join(f"{count} {name}" for name, count in loaded.items()))


@app.command()
def remove_demo() -> None:
    """Remove the demo content; content that staff added stays."""
    _migrate()
    with writing() as session:
        removed = loading.remove_demo(session)
    typer.echo(f"Removed {removed} demo records")


@app.command()
def reset_demo(
    yes: Annotated[bool, typer.Option("--yes", help="Skip the confirmation.")] = False,
) -> None:
    """Replace ALL content and users by the demo content, as a known state for testing."""
    _migrate()
    if bootstrap.has_non_demo_content() and not yes:
        question = "This deletes content that is not demo content. Continue?"
        if not (sys.stdin.isatty() and typer.confirm(question)):
            typer.secho("Nothing was changed; pass --yes to delete all content", err=True, fg="red")
            raise typer.Exit(1)
    with _exit_on_failure():
        for sign_in in bootstrap.reset_demo():
            typer.echo(f"{sign_in.username}: {sign_in.password}")
