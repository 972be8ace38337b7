"""HAProxy as in deploy/, in front of two hosts and without TLS."""

import re
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tools.site_server import ROOT, free_port, stop

CHECK_SECONDS = 2 * 2.0
"""After how long the example takes a host that does not answer out of service."""
_SERVER = "    server awards 127.0.0.1:3000 "


@contextmanager
def load_balancer(program: str, folder: Path, ports: Sequence[int]) -> Iterator[int]:
    """Balance the hosts at some ports while the block runs; yield the port to connect to."""
    port = free_port()
    text = (ROOT / "deploy" / "haproxy.cfg").read_text()
    text = text.replace("    bind :80\n", "")
    text = re.sub(r"bind :443 .*", f"bind 127.0.0.1:{port}", text)
    text = re.sub(r"    http-request redirect .*\n", "", text)
    before, _, options = text.partition(_SERVER)
    servers = [f"    server host{each} 127.0.0.1:{each} {options}" for each in ports]
    config = folder / "haproxy.cfg"
    config.write_text(before + "".join(servers))
    process = subprocess.Popen([program, "-db", "-f", str(config)], cwd=folder)
    try:
        yield port
    finally:
        stop(process)
