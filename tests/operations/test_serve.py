"""Tests of failures and settings of the server; browser tests cover serving itself."""

import socket
from pathlib import Path

import pytest

from awards_site.operations import serve as module
from awards_site.operations.serve import PortTaken, serve, serving_environment
from awards_site.settings import Settings


def test_an_error_for_a_port_in_use_suggests_another(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        values = Settings.model_validate({"PORT": port})
        monkeypatch.setattr(module, "settings", lambda: values)
        with pytest.raises(PortTaken, match=f"127.0.0.1:{port} .*PORT={port + 1}"):
            serve(tmp_path)


def test_a_build_is_served_without_compiling(tmp_path: Path) -> None:
    environment = serving_environment(tmp_path)
    assert environment["REFLEX_WEB_WORKDIR"] == str(tmp_path)
    assert environment["__REFLEX_SKIP_COMPILE"] == "true"
