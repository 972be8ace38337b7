"""The command line interface: `python -m awards_site ...`."""

import json
import sys
import textwrap
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from awards_site.accounts import second_factors, throttling
from awards_site.accounts.hashing import hash_password
from awards_site.accounts.permissions import Role
from awards_site.core.database.sessions import reading, writing
from awards_site.core.files import variant_worker
from awards_site.core.invalidation import content_version
from awards_site.core.logs import configure_logging
from awards_site.core.mail.outbox import status_lines
from awards_site.core.validation import seen
from awards_site.operations import CommandFailed, bootstrap, data_export, personal_data, serve
from awards_site.operations.backups.backup import back_up
from awards_site.operations.backups.backup import verify_backup as verify
from awards_site.operations.backups.folder import Manifest
from awards_site.operations.build import BUILD_VARIABLES, ensure_built
from awards_site.operations.data_files import copy_storage
from awards_site.operations.data_folder import protect
from awards_site.operations.demo import loading
from awards_site.operations.doctor import Status, diagnose, refuse_database
from awards_site.operations.failures import EXPECTED_FAILURES, print_failure
from awards_site.operations.restore import restore as restore_backup
from awards_site.settings import Settings, settings


class _Commands(TyperGroup):
    """The commands: an expected failure is printed to stderr, and the exit status is 1."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except EXPECTED_FAILURES as error:
            print_failure(error)
            raise typer.Exit(1) from error


app = typer.Typer(
    cls=_Commands, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False
)

Username = Annotated[str, typer.Argument(help="The username to sign in with.")]
PersonEmail = Annotated[str, typer.Argument(help="The person's email address.", callback=seen)]
Email = Annotated[str, typer.Option(prompt=True, help="Prompted for if omitted.")]
Password = Annotated[
    str,
    typer.Option(
        prompt=True, confirmation_prompt=True, hide_input=True, help="Prompted for if omitted."
    ),
]

NewFolder = Annotated[Path, typer.Argument(help="A folder that does not exist yet.")]
BackupFolder = Annotated[Path, typer.Argument(help="The folder of a backup.")]
ExportFolder = Annotated[Path, typer.Argument(help="The folder of an export of the data.")]
StorageLocation = Annotated[
    str, typer.Argument(help="A folder, or s3://BUCKET/PREFIX as in AWARDS_STORAGE_URL.")
]

_WITHOUT_DATABASE = frozenset({"build", "verify-backup"})


@app.callback()
def main(context: typer.Context) -> None:
    """Run and maintain the awards site."""
    if context.invoked_subcommand in {"doctor", "settings"}:
        return
    configure_logging()
    if context.invoked_subcommand in _WITHOUT_DATABASE:
        return
    if result := refuse_database():
        typer.secho(str(result), err=True, fg="red")
        raise typer.Exit(1)


@app.command()
def build() -> None:
    """Build the pages, unless a build of the current sources exists."""
    ensure_built()


@app.command()
def migrate() -> None:
    """Migrate the database to the latest schema."""
    bootstrap.migrate()


@app.command(name="serve")
def serve_site() -> None:
    """Serve the site on HOST and PORT; build and migrate first if necessary."""
    serve.main()


@app.command()
def doctor() -> None:
    """Check the configuration: a line for each check, and status 1 if there is an error."""
    has_error = False
    for name, result in diagnose():
        has_error |= result.status is Status.ERROR
        typer.echo(f"{result.status:8}{name}: {result}")
    if has_error:
        raise typer.Exit(1)


@app.command(name="settings")
def list_settings() -> None:
    """List the settings, which are environment variables, with their defaults."""
    for field in Settings.model_fields.values():
        name, default = str(field.validation_alias), field.default
        if isinstance(default, bool):
            default = int(default)
        elif isinstance(default, frozenset):
            default = ",".join(default)
        note = " Part of the built pages." if name in BUILD_VARIABLES else ""
        text = textwrap.fill(f"{field.description}{note}", 92)
        typer.echo(f"{name}={default}\n{textwrap.indent(text, '    ')}")


@app.command()
def backup(dest: NewFolder) -> None:
    """Back up the database and the uploaded files, also while the site runs."""
    manifest = back_up(dest)
    typer.echo(f"Wrote the backup {dest}: {_content(manifest)}")


@app.command()
def verify_backup(source: BackupFolder) -> None:
    """Check that a backup is whole and undamaged."""
    manifest = verify(source)
    typer.echo(f"The backup {source} is intact: {_content(manifest)}")


@app.command()
def restore(source: BackupFolder) -> None:
    """Restore a backup into an empty data folder and an empty database."""
    manifest = restore_backup(source)
    typer.echo(f"Restored the backup {source}: {_content(manifest)}")


@app.command(name="export-data")
def export_all_data(dest: NewFolder) -> None:
    """Export all data for another database engine, also while the site runs."""
    manifest = data_export.export_data(dest)
    typer.echo(f"Exported the data to {dest}: {_content(manifest)}")


@app.command(name="import-data")
def import_all_data(source: ExportFolder) -> None:
    """Import exported data into an empty database."""
    manifest = data_export.import_data(source)
    typer.echo(f"Imported the data of {source}: {_content(manifest)}")


@app.command(name="copy-storage")
def copy_all_files(target: StorageLocation) -> None:
    """Copy all uploaded files to another storage, also while the site runs."""
    protect(settings().data_dir)
    copied, present = copy_storage(target)
    typer.echo(f"Copied {copied} files to {target}; {present} were already there")


def _content(manifest: Manifest) -> str:
    return (
        f"{len(manifest.files)} files, {manifest.total_bytes / 1e6:.1f} MB,"
        f" of {manifest.created_at:%Y-%m-%d %H:%M} UTC"
    )


@app.command()
def make_image_variants() -> None:
    """Generate all missing image variants; a running server does so in the background."""
    protect(settings().data_dir)
    missing_variants = len(variant_worker.missing_variants())
    for number, file in enumerate(variant_worker.make_missing_variants(), 1):
        typer.echo(f"{number} of {max(number, missing_variants)}: {file.name}")
        content_version.bump()
    typer.echo("All image variants are up to date")


@app.command()
def create_admin(username: Username, email: Email, password: Password) -> None:
    """Create an administrator."""
    bootstrap.migrate()
    user = bootstrap.validate_user(username, password, email, Role.ADMIN)
    password_hash = hash_password(password)
    with writing() as session:
        bootstrap.create_user(session, user, password_hash)
    typer.echo(f"Created administrator {username}")


@app.command()
def reset_password(username: Username, password: Password) -> None:
    """Set a user's password and end the user's sessions."""
    bootstrap.migrate()
    bootstrap.set_password(username, password)
    typer.echo(f"Changed the password of {username} and ended all sessions")


@app.command()
def remove_second_factors(username: Username) -> None:
    """Remove all second factors of a user who has lost them, and end the user's sessions."""
    bootstrap.migrate()
    with writing() as session:
        second_factors.remove_all(session, bootstrap.find_user(session, username))
    typer.echo(f"Removed the second factors of {username} and ended all sessions")


@app.command()
def mail_status() -> None:
    """Show how emails are sent, how many wait, and which ones failed."""
    bootstrap.migrate()
    for line in status_lines():
        typer.echo(line)


@app.command()
def export_person(email: PersonEmail) -> None:
    """Print all that is stored about a person as JSON."""
    bootstrap.migrate()
    with writing() as session:
        exported = personal_data.export(session, email)
    typer.echo(json.dumps(exported, indent=2, ensure_ascii=False))


@app.command()
def erase_person(
    email: PersonEmail,
    yes: Annotated[bool, typer.Option("--yes", help="Skip the confirmation.")] = False,
) -> None:
    """Show what is stored about a person, and delete it permanently."""
    bootstrap.migrate()
    with reading() as session:
        found = [(label, record.created_at) for label, record in personal_data.find(session, email)]
    for label, created_at in found:
        typer.echo(f"{label} of {created_at:%Y-%m-%d}")
    if not found:
        typer.echo("Nothing is stored about this person")
    elif yes or typer.confirm("Delete this permanently?"):
        erased = personal_data.erase(email)
        typer.echo(f"Erased {personal_data.describe_counts(erased)}")


@app.command()
def clear_failed_sign_ins() -> None:
    """Clear all failed sign-ins, so that nobody has to wait before the next attempt."""
    bootstrap.migrate()
    with writing() as session:
        throttling.clear(session)
    typer.echo("Cleared all failed sign-ins")


@app.command()
def load_demo() -> None:
    """Load the demo content into an empty database."""
    bootstrap.migrate()
    with writing() as session:
        if not loading.is_empty(session):
            raise CommandFailed("The database is not empty; demo content needs an empty one")
        loaded = loading.load_demo(session, loading.today())
    typer.echo("Loaded " + ", ".join(f"{count} {name}" for name, count in loaded.items()))


@app.command()
def remove_demo() -> None:
    """Remove the demo content; content that staff added stays."""
    bootstrap.migrate()
    with writing() as session:
        removed = loading.remove_demo(session)
    typer.echo(f"Removed {removed} demo records")


@app.command()
def reset_demo(
    yes: Annotated[bool, typer.Option("--yes", help="Skip the confirmation.")] = False,
) -> None:
    """Replace ALL content and users with the demo content, for testing."""
    bootstrap.migrate()
    with reading() as session:
        has_own_content = loading.has_own_content(session)
    if has_own_content and not yes:
        question = "This deletes content that is not demo content. Continue?"
        if not (sys.stdin.isatty() and typer.confirm(question)):
            typer.secho("Nothing was changed; pass --yes to delete all content", err=True, fg="red")
            raise typer.Exit(1)
    for sign_in in bootstrap.reset_demo():
        typer.echo(f"{sign_in.username}: {sign_in.password}")
