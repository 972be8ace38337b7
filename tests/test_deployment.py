"""The examples for containers, proxies and services set what the site reads and needs."""

import json
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from configparser import ConfigParser
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest

from awards_site.operations.build import BUILD_VARIABLES, SOURCES
from awards_site.settings import Settings
from tests.cluster.load_balancer import load_balancer
from tests.npm_packages import npm_package
from tests.websockets.portal import wait_until
from tools.site_server import free_port

DEPLOY = Path(__file__).resolve().parents[1] / "deploy"


def read(name: str) -> str:
    return (DEPLOY / name).read_text()


def test_linters_find_nothing_in_the_files_for_containers() -> None:
    programs = Path(sys.executable).parent
    dclint = npm_package("dclint") / "bin" / "dclint.cjs"
    for command in (
        [programs / "hadolint", DEPLOY / "Containerfile"],
        [programs / "node", dclint, DEPLOY / "compose.yaml"],
    ):
        outcome = subprocess.run(command, capture_output=True, text=True, check=False)
        assert outcome.returncode == 0, outcome.stdout + outcome.stderr


def test_the_compose_file_sets_existing_settings_only() -> None:
    site = read("compose.yaml").partition("services:")[0]
    names = set(re.findall(r"^    ([A-Z][A-Z_]+):", site, re.MULTILINE))
    known = {str(field.validation_alias) for field in Settings.model_fields.values()}
    assert names
    assert {name for name in names - known if not name.startswith("AWS_")} == set()


def test_an_image_has_the_sources_and_the_settings_of_a_build_and_nothing_else() -> None:
    lines = read("Containerfile.dockerignore").splitlines()
    needed = {"Makefile", "alembic", "alembic.ini", "requirements-install.txt", *SOURCES}
    assert "*" in lines
    assert {line.removeprefix("!") for line in lines if line.startswith("!")} == needed
    arguments = re.findall(r"^ARG (\w+)$", read("Containerfile"), re.MULTILINE)
    given = re.findall(r"^        (\w+):$", read("compose.yaml"), re.MULTILINE)
    assert set(arguments) == set(given) == BUILD_VARIABLES


def health_check(port: int) -> int:
    """Return the exit status of the image's health check for a site on a port."""
    text = read("Containerfile").replace("\\\n", "")
    found = re.search(r"^HEALTHCHECK .*? CMD (.*)$", text, re.MULTILINE)
    assert found
    command = [sys.executable, *json.loads(found[1])[1:]]
    environment = {"PORT": str(port)}
    return subprocess.run(command, env=environment, capture_output=True, check=False).returncode


@pytest.mark.parametrize(("status", "is_healthy"), [(200, True), (503, False)])
def test_a_container_is_healthy_when_its_site_is_ready(status: int, is_healthy: bool) -> None:
    paths = []

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            paths.append(self.path)
            self.send_response(status)
            self.end_headers()

    with HTTPServer(("127.0.0.1", 0), Site) as site:
        thread = threading.Thread(target=site.handle_request)
        thread.start()
        assert (health_check(site.server_port) == 0) is is_healthy
        thread.join()
    assert paths == ["/api/ready"]
    assert health_check(free_port()) != 0


def test_proxies_ask_whether_the_site_is_ready_and_pass_on_no_requests_for_metrics() -> None:
    for name in ("Caddyfile", "haproxy.cfg"):
        assert re.search(r"(health_uri|http-check .* uri) /api/ready", read(name))
    refusal = r"/metrics( 404| \{\s+return 404)|status 404 if \{ path /metrics \}"
    for name in ("Caddyfile", "haproxy.cfg", "nginx.conf"):
        assert re.search(refusal, read(name))


def test_the_service_is_hardened() -> None:
    parser = ConfigParser(strict=False, interpolation=None, allow_no_value=True)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(DEPLOY / "awards-site.service")
    service = dict(parser["Service"])
    for name in ("NoNewPrivileges", "ProtectHome", "PrivateTmp", "RestrictSUIDSGID"):
        assert service[name] == "true"
    assert service["ProtectSystem"] == "strict"
    assert service["CapabilityBoundingSet"] == ""
    assert (service["UMask"], service["StateDirectoryMode"]) == ("0077", "0700")
    assert service["User"] not in {"root", ""}
    assert service["ExecStart"].endswith("-m awards_site serve")


def _responds(url: str) -> bool:
    try:
        return httpx.get(url).status_code == 200
    except httpx.TransportError:
        return False


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
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
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
