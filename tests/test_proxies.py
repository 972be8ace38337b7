"""The examples for reverse proxies are valid for those that are installed."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from tests.cluster.load_balancer import load_balancer
from tests.websockets.portal import wait_until
from tools.site_server import free_port

DEPLOY = Path(__file__).resolve().parents[1] / "deploy"


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A file with a certificate and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "awards.example.org")])
    now = datetime.now(UTC)
    signed = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now)
        .not_valid_after(now + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    pem = signed.public_bytes(Encoding.PEM)
    pem += key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file = tmp_path / "awards.pem"
    file.write_bytes(pem)
    return file


def program(name: str) -> str | None:
    """Return the path of a program, or None if it is not installed."""
    return shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin")


def assert_valid(*command: str | Path) -> None:
    outcome = subprocess.run(command, capture_output=True, text=True, check=False)
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr


def nginx_command(nginx: str, folder: Path, certificate: Path) -> list[str | Path]:
    servers = (DEPLOY / "nginx.conf").read_text()
    servers = re.sub(r"/etc/ssl/[^;]+", str(certificate), servers)
    servers = re.sub(r"listen \d+", lambda _: f"listen 127.0.0.1:{free_port()}", servers)
    config = folder / "nginx.conf"
    config.write_text(f"pid {folder}/nginx.pid; events {{}} http {{ access_log off;\n{servers}\n}}")
    return [nginx, "-t", "-e", "stderr", "-p", folder, "-c", config]


def haproxy_command(haproxy: str, folder: Path, certificate: Path) -> list[str | Path]:
    config = folder / "haproxy.cfg"
    text = (DEPLOY / "haproxy.cfg").read_text()
    config.write_text(re.sub(r"/etc/haproxy/\S+\.pem", str(certificate), text))
    return [haproxy, "-c", "-f", config]


def caddy_command(caddy: str, _folder: Path, _certificate: Path) -> list[str | Path]:
    return [caddy, "adapt", "--adapter", "caddyfile", "--config", DEPLOY / "Caddyfile"]


COMMANDS = {"nginx": nginx_command, "haproxy": haproxy_command, "caddy": caddy_command}


def test_the_examples_are_valid_for_the_proxies_that_are_installed(
    tmp_path: Path, certificate: Path
) -> None:
    for name, command in COMMANDS.items():
        installed = program(name)
        if installed:
            assert_valid(*command(installed, tmp_path, certificate))


@pytest.mark.parametrize("name", ["Caddyfile", "haproxy.cfg"])
def test_proxies_with_health_checks_ask_whether_the_site_is_ready(name: str) -> None:
    assert re.search(r"(health_uri|http-check .* uri) /api/ready", (DEPLOY / name).read_text())


@pytest.mark.parametrize("name", ["Caddyfile", "haproxy.cfg", "nginx.conf"])
def test_proxies_do_not_pass_on_requests_for_metrics(name: str) -> None:
    text = (DEPLOY / name).read_text()
    assert re.search(r"/metrics( 404| \{\s+return 404)|status 404 if \{ path /metrics \}", text)


@contextmanager
def host(received: list[str], *, interrupts: bool) -> Iterator[int]:
    """Serve a host that is ready, and interrupts all other requests or none; yield its port."""

    class Host(BaseHTTPRequestHandler):
        def respond(self) -> None:
            if self.path != "/api/ready":
                received.append(self.command)
                if interrupts:
                    return
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = respond  # noqa: N815

        def log_message(self, *_arguments: Any) -> None:
            """Log nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Host) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.haproxy_only
def test_haproxy_tries_interrupted_reads_on_the_other_host_and_no_write_twice(
    tmp_path: Path,
) -> None:
    interrupted: list[str] = []
    served: list[str] = []
    with ExitStack() as stack:
        ports = [
            stack.enter_context(host(interrupted, interrupts=True)),
            stack.enter_context(host(served, interrupts=False)),
        ]
        balancer = load_balancer(str(shutil.which("haproxy")), tmp_path, ports)
        url = f"http://127.0.0.1:{stack.enter_context(balancer)}/api/nominees"
        wait_until(lambda: _responds(url), "the load balancer")
        for method in ("GET", "HEAD"):
            interrupted.clear()
            assert [httpx.request(method, url).status_code for _ in range(4)] == [200] * 4
            assert interrupted, method
        for method in ("POST", "PUT", "PATCH", "DELETE"):
            interrupted.clear()
            served.clear()
            statuses = [httpx.request(method, url).status_code for _ in range(4)]
            assert sorted(statuses) == [200, 200, 502, 502], method
            assert (len(interrupted), len(served)) == (2, 2), method


def _responds(url: str) -> bool:
    try:
        return httpx.get(url).status_code == 200
    except httpx.TransportError:
        return False
