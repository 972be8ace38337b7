"""Puts the files of a backup or data export into the data folder."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from awards_site.backups.folder import UPLOADS, copy_file
from awards_site.backups.manifest import BackupFailed, Manifest, sha256
from awards_site.core import secret_key
from awards_site.settings import settings


@contextmanager
def copied_files(source: Path, manifest: Manifest) -> Iterator[None]:
    """Copy the uploaded files and the secret key that are missing in the data folder.

    An error in the block removes the copies again. Raises BackupFailed if a file cannot be written,
    or if the data folder has another uploaded file of the same name.
    """
    uploads = settings().uploads_dir
    copied: list[Path] = []
    try:
        try:
            uploads.mkdir(mode=0o700, exist_ok=True)
            for name in _names(manifest):
                if not _is_there(name, manifest):
                    copied.append(settings().data_dir / name)
                    copy_file(source / name, copied[-1])
        except OSError as error:
            raise BackupFailed(
                f"The files of {source} could not be copied: {error}. Check the space and the"
                f" permissions of {settings().data_dir}"
            ) from error
        yield
    except BaseException:
        for path in copied:
            path.unlink(missing_ok=True)
        with suppress(OSError):  # It has other files.
            uploads.rmdir()
        raise


def _names(manifest: Manifest) -> Iterator[str]:
    for name in manifest.files:
        if name == secret_key.FILE or name.startswith(f"{UPLOADS}/"):
            yield name


def _is_there(name: str, manifest: Manifest) -> bool:
    path = settings().data_dir / name
    if not path.exists():
        return False
    if name != secret_key.FILE and sha256(path) != manifest.files[name].sha256:
        raise BackupFailed(f"{path} is another file; set AWARDS_DATA_DIR to a new folder")
    return True
