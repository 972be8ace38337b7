"""Backups, exports and copies have the files of any storage, and put them into any other."""

from pathlib import Path

import pytest

from awards_site.core.files.storage import Storage, storage
from awards_site.settings import settings
from tests.command_line import fail, succeed
from tests.operations.sites import Sites, rows, upload, uploads
from tests.s3_server import S3Server, new_bucket_url

ROUTES = [("folder", "bucket"), ("bucket", "folder"), ("bucket", "bucket")]
"""From a folder to a folder, other tests move data."""


@pytest.fixture(autouse=True)
def _without_fsync(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip fsync, which takes most of the time."""
    monkeypatch.setattr("os.fsync", lambda _: None)


@pytest.fixture
def new_site(sites: Sites, s3: S3Server, monkeypatch: pytest.MonkeyPatch) -> "NewSite":
    return NewSite(sites, s3, monkeypatch)


class NewSite:
    """Makes sites without data that store files in a folder or in an empty bucket."""

    def __init__(self, sites: Sites, s3: S3Server, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sites = sites
        self._monkeypatch = monkeypatch
        for name, value in s3.environment.items():
            monkeypatch.setenv(name, value)

    def __call__(self, kind: str) -> None:
        url = new_bucket_url() if kind == "bucket" else ""
        self._monkeypatch.setenv("AWARDS_STORAGE_URL", url)
        self.sites.new("sqlite")


@pytest.mark.parametrize(("source", "target"), ROUTES)
@pytest.mark.parametrize(
    ("save", "load"),
    [("backup", "restore"), ("export-data", "import-data")],
    ids=["backup", "data"],
)
def test_data_moves_with_its_files_between_storages(
    new_site: NewSite, tmp_path: Path, source: str, target: str, save: str, load: str
) -> None:
    new_site(source)
    new_site.sites.fill()
    before = rows(), uploads()
    assert len(before[1]) == 2
    succeed(save, tmp_path / "saved")
    new_site(target)
    succeed(load, tmp_path / "saved")
    assert (rows(), uploads()) == before


def test_a_restore_needs_an_empty_bucket(new_site: NewSite, tmp_path: Path) -> None:
    new_site("folder")
    new_site.sites.fill()
    succeed("backup", tmp_path / "saved")
    new_site("bucket")
    url = upload()
    before = uploads()
    (storage().local_folder / Path(url).name).unlink()
    storage().local_folder.rmdir()
    assert "set AWARDS_STORAGE_URL to an empty prefix" in fail("restore", tmp_path / "saved")
    assert uploads() == before


@pytest.mark.parametrize(("save", "load"), [("backup", "restore"), ("export-data", "import-data")])
def test_a_storage_that_is_away_is_reported(
    new_site: NewSite, s3: S3Server, tmp_path: Path, save: str, load: str
) -> None:
    new_site("folder")
    new_site.sites.fill()
    succeed(save, tmp_path / "saved")
    new_site("bucket")
    s3.stop()
    try:
        assert "Object storage unavailable" in fail(load, tmp_path / "saved")
        assert "Object storage unavailable" in fail("make-image-variants")
    finally:
        s3.start()


@pytest.mark.parametrize(("source", "target"), ROUTES)
def test_copy_storage_copies_what_the_target_lacks(
    new_site: NewSite, tmp_path: Path, source: str, target: str
) -> None:
    new_site(source)
    url = upload(b"first")
    stem = Path(url).stem
    storage().put(f"sizes/{stem}.320.avif", b"small")
    storage().put(f"sizes/{stem}.json", b"{}")
    location = str(tmp_path / "copy") if target == "folder" else new_bucket_url()
    assert "Copied 3 files" in succeed("copy-storage", location)
    upload(b"second")
    assert "Copied 1 files" in succeed("copy-storage", location)
    copied = {file.name: storage().read(file.name) for file in storage().files()}
    other = Storage(location if target == "bucket" else Path(location), tmp_path / "copies")
    assert {file.name: other.read(file.name) for file in other.files()} == copied


def test_copy_storage_needs_a_folder_or_the_url_of_a_bucket(new_site: NewSite) -> None:
    new_site("folder")
    upload()
    assert "must be s3://BUCKET" in fail("copy-storage", "s3://key:secret@bucket")
    (settings().data_dir / "file").touch()
    assert "could not be copied" in fail("copy-storage", settings().data_dir / "file")


def test_a_failed_import_leaves_no_file_in_the_bucket(new_site: NewSite, tmp_path: Path) -> None:
    new_site("folder")
    new_site.sites.fill()
    succeed("export-data", tmp_path / "saved")
    new_site("bucket")
    name = next((tmp_path / "saved" / "uploads").iterdir()).name
    storage().put(name, b"other")
    assert f"{name} is another file in s3://" in fail("import-data", tmp_path / "saved")
    assert uploads() == {name: b"other"}
