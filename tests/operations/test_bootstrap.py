"""The first start stores the files of the demo edition, and the server forks its worker later."""

import os
from io import BytesIO
from pathlib import Path

from awards_site.core.files.files import storage
from awards_site.operations.bootstrap import prepare
from tests import forked


def prepare_and_fork() -> None:
    prepare(forks_later=True)
    worker = os.fork()
    if worker == 0:
        storage().save(BytesIO(b"content"), "png")
        os._exit(0)
    assert os.waitpid(worker, 0)[1] == 0


def test_a_worker_that_is_forked_after_the_preparation_can_store_files(
    empty_database: None, data_dir: Path
) -> None:
    assert forked.call(prepare_and_fork, environment=os.environ | {"AWARDS_DEMO": "1"}) == 0
    contents = {storage().read(each.name) for each in storage().originals()}
    assert b"content" in contents
    assert len(contents) > 1
