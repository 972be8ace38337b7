"""A server that speaks S3, with buckets in a folder: the npm package s3rver."""

import secrets
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from awards_site.core.process import tool_environment
from awards_site.prerender.ssr_worker import node_program
from tests.npm_packages import NPM_FOLDER, npm_package
from tools.site_server import free_port

BUCKET = "awards"
KEY = "S3RVER"
"""The access key and the secret key that s3rver accepts."""
START_SECONDS = 30
COMPLETE_WRITES = NPM_FOLDER / "write_before_response.cjs"


@dataclass
class S3Server:
    """The server, which can be stopped and started again with what it has stored."""

    endpoint: str
    folder: Path
    _process: "subprocess.Popen[bytes] | None" = None

    @property
    def environment(self) -> dict[str, str]:
        """The variables by which clients find the server and sign in."""
        return {
            "AWS_ENDPOINT_URL": self.endpoint,
            "AWS_REGION": "us-east-1",
            "AWS_ACCESS_KEY_ID": KEY,
            "AWS_SECRET_ACCESS_KEY": KEY,
        }

    def start(self) -> None:
        program = npm_package("s3rver") / "bin" / "s3rver.js"
        port = str(urlsplit(self.endpoint).port)
        options = ["--address", "127.0.0.1", "--port", port, "--directory", str(self.folder)]
        options += ["--no-vhost-buckets", "--configure-bucket", BUCKET]
        self._process = subprocess.Popen(
            [node_program(), "--require", COMPLETE_WRITES, program, *options],
            env=tool_environment(),
            stdout=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + START_SECONDS
        while not self._is_up():
            assert self._process.poll() is None, "s3rver has stopped"
            assert time.monotonic() < deadline, "s3rver does not start"
            time.sleep(0.02)

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def _is_up(self) -> bool:
        port = urlsplit(self.endpoint).port or 0
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0


def new_bucket_url() -> str:
    """Return the URL of a prefix that nobody uses."""
    return f"s3://{BUCKET}/{secrets.token_hex(6)}"


@contextmanager
def s3_server(folder: Path) -> Iterator[S3Server]:
    """Run a server with an empty bucket called BUCKET."""
    server = S3Server(f"http://127.0.0.1:{free_port()}", folder)
    server.start()
    try:
        yield server
    finally:
        server.stop()
