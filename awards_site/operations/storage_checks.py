"""Checks of the storage of uploads, and of whether files and records fit together."""

from sqlalchemy.exc import SQLAlchemyError

from awards_site.core.database.sessions import reading
from awards_site.core.storage.files import storage
from awards_site.core.storage.object_store import StorageUnavailable
from awards_site.operations.check_result import Result, lacks_database
from awards_site.uploads.unused_files import GRACE_PERIOD, unused_files, used_names

_NAMED = 3
"""How many files a result names."""


def check_storage() -> Result:
    """Check that files can be written, read, listed and deleted."""
    folder = storage().folder
    if folder is not None and not folder.exists():
        return Result.ok(f"the first upload creates {folder}")
    try:
        storage().check()
    except StorageUnavailable as error:
        return Result.error(
            str(error),
            "Check AWARDS_STORAGE_URL, AWS_ENDPOINT_URL, AWS_REGION and the credentials; the bucket"
            " must exist, and the key may read, write, list and delete.",
        )
    except OSError as error:
        return Result.error(
            f"cannot write into {storage().location}: {error.strerror}",
            "Make the site's user the owner of the folder.",
        )
    return Result.ok(f"{storage().location} is writable")


def check_uploads() -> Result:
    """Check that no record lacks its file, and that no old file lacks a record."""
    if lacks_database():
        return Result.ok("there are no records to compare them with")
    try:
        stored = {file.name for file in storage().originals()}
        with reading() as session:
            missing = sorted(used_names(session) - stored)
        unused = sorted(unused_files())
    except (StorageUnavailable, SQLAlchemyError, OSError):
        return Result.warning(
            "they cannot be compared with the records", "Repair what is named above."
        )
    if missing:
        return Result.error(
            f"records name {len(missing)} files that are missing ({_names(missing)})",
            "Restore the files from a backup, or choose other files in the portal.",
        )
    if unused:
        return Result.warning(
            f"no record uses {len(unused)} of {len(stored)} files ({_names(unused)})",
            f"The running site deletes those older than {GRACE_PERIOD.days} days every hour.",
        )
    return Result.ok(f"{len(stored)} files, and no record lacks one")


def _names(names: list[str]) -> str:
    shown = ", ".join(names[:_NAMED])
    return f"{shown}, ..." if len(names) > _NAMED else shown
