"""The first start stores the files of the demo edition, and the server forks its worker later."""

import subprocess
import sys
from pathlib import Path

from awards_site.core.storage.files import storage
from tests import database
from tools.site_server import clean_environment

PREPARE_AND_FORK = """
import os
from io import BytesIO
from awards_site.core.storage.files import storage
from awards_site.operations.bootstrap import prepare

prepare(forks_later=True)
worker = os.fork()
if worker == 0:
    storage().save(BytesIO(b"content"), "png")
    os._exit(0)
assert os.waitpid(worker, 0)[1] == 0
"""


def test_a_worker_that_is_forked_after_the_preparation_can_store_files(
    empty_database: None, data_dir: Path
) -> None:
    settings = {"AWARDS_DATA_DIR": str(data_dir), "AWARDS_DEMO": "1"}
    subprocess.run(
        [sys.executable, "-c", PREPARE_AND_FORK],
        cwd=database.ROOT,
        env=clean_environment() | settings,
        check=True,
        timeout=60,
    )
    contents = {storage().read(each.name) for each in storage().originals()}
    assert b"content" in contents
    assert len(contents) > 1
