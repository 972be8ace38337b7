"""Restores a backup into an empty data folder and an empty database."""

from pathlib import Path

from awards_site.backups.backup import configured_database, verify_backup
from awards_site.backups.manifest import BackupFailed, Manifest
from awards_site.core.database.migrations import head_revision, known_revisions
from awards_site.core.storage.files import storage
from awards_site.operations import bootstrap, data_folder_lock
from awards_site.operations.data_files import copied_files
from awards_site.settings import settings


def restore(source: Path) -> Manifest:
    """Verify a backup, restore it, and migrate it to this version; return its manifest.

    Raises BackupFailed if the backup is damaged or of a newer version, if there is any data
    already, or while the site runs. A failed restore leaves no data behind.
    """
    manifest = verify_backup(source)
    _check_fits(manifest)
    with data_folder_lock.replacing():
        _check_empty()
        database = configured_database()
        # The database comes last: until then the site would start as an empty one.
        with copied_files(source, manifest):
            database.load(source / database.file_name)
        bootstrap.migrate()
    return manifest


def _check_fits(manifest: Manifest) -> None:
    if manifest.engine != configured_database().engine:
        raise BackupFailed(
            f"The backup is of {manifest.engine}, and DATABASE_URL is of another engine; restore it"
            " with its own engine, then move the data with export-data and import-data"
        )
    if manifest.revision not in known_revisions():
        raise BackupFailed(
            f"The backup is of a newer version of the site (revision {manifest.revision}, this"
            f" version has {head_revision()}); restore it with that version"
        )


def _check_empty() -> None:
    data_dir = settings().data_dir
    found = sorted(path.name for path in data_dir.iterdir() if path.name != data_folder_lock.FILE)
    if found:
        raise BackupFailed(
            f"{data_dir} is not empty ({', '.join(found[:5])}); move its content away, or set"
            " AWARDS_DATA_DIR to a new folder"
        )
    if storage().folder is None and storage().originals():
        raise BackupFailed(
            f"{settings().storage_url} has files already; set AWARDS_STORAGE_URL to an empty prefix"
        )
    if not configured_database().is_empty():
        raise BackupFailed("The database is not empty; set DATABASE_URL to a new one")
