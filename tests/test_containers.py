"""The examples for containers have no known mistakes, and set only what the site reads."""

import json
import re
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from awards_site.operations.build import BUILD_VARIABLES, SOURCES
from awards_site.settings import Settings
from tests.npm_packages import npm_package
from tools.site_server import free_port

ROOT = Path(__file__).resolve().parents[1]
DEPLOY = ROOT / "deploy"


def assert_clean(*command: str | Path) -> None:
    outcome = subprocess.run(command, capture_output=True, text=True, check=False)
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr


def test_hadolint_finds_nothing_in_the_container_file() -> None:
    assert_clean(Path(sys.executable).with_name("hadolint"), DEPLOY / "Containerfile")


def test_dclint_finds_nothing_in_the_compose_file() -> None:
    dclint = npm_package("dclint") / "bin" / "dclint.cjs"
    assert_clean(Path(sys.executable).with_name("node"), dclint, DEPLOY / "compose.yaml")


def test_the_compose_file_sets_existing_settings_only() -> None:
    site = (DEPLOY / "compose.yaml").read_text().partition("services:")[0]
    names = set(re.findall(r"^    ([A-Z][A-Z_]+):", site, re.MULTILINE))
    known = {str(field.validation_alias) for field in Settings.model_fields.values()}
    assert names
    assert {name for name in names - known if not name.startswith("AWS_")} == set()


def test_the_pages_of_an_image_are_built_with_the_settings_that_are_part_of_them() -> None:
    container_file = (DEPLOY / "Containerfile").read_text()
    compose_file = (DEPLOY / "compose.yaml").read_text()
    assert set(re.findall(r"^ARG (\w+)$", container_file, re.MULTILINE)) == BUILD_VARIABLES
    assert set(re.findall(r"^        (\w+):$", compose_file, re.MULTILINE)) == BUILD_VARIABLES


def test_the_image_has_what_the_site_is_built_from_and_runs_on_and_nothing_else() -> None:
    lines = (DEPLOY / "Containerfile.dockerignore").read_text().splitlines()
    needed = {"Makefile", "alembic", "alembic.ini", *SOURCES}
    assert "*" in lines
    assert {line.removeprefix("!") for line in lines if line.startswith("!")} == needed


def health_check(port: int) -> int:
    """Return the exit status of the image's health check for a site on a port."""
    text = (DEPLOY / "Containerfile").read_text().replace("\\\n", "")
    found = re.search(r"^HEALTHCHECK .*? CMD (.*)$", text, re.MULTILINE)
    assert found
    python, *arguments = json.loads(found[1])
    assert python == "python"
    command = [sys.executable, *arguments]
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


def test_a_container_whose_site_does_not_listen_is_not_healthy() -> None:
    assert health_check(free_port()) != 0
