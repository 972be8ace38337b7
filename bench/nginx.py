"""The static baseline: nginx, serving the exported site."""

import gzip
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench import programs
from tools.site_server import free_port

COMPRESSED = {".html", ".js", ".css", ".svg", ".json", ".xml", ".txt"}

_SETTINGS = """\
daemon off;
pid {folder}/nginx.pid;
error_log stderr crit;
worker_processes 1;
events {{ worker_connections 256; }}
http {{
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000;
  include /etc/nginx/mime.types;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  server {{
    listen 127.0.0.1:{port};
    root {files};
    gzip_static on;
    error_page 404 /404.html;
    location / {{ try_files $uri $uri/index.html =404; }}
    location /assets/ {{ add_header Cache-Control "public, max-age=31536000, immutable"; }}
  }}
}}
"""


@contextmanager
def serving(files: Path, folder: Path) -> Iterator[str | None]:
    """Serve the folder `files` while the block runs; yields its URL, or None without nginx.

    Text files are precompressed. `folder` is for nginx's own files.
    """
    nginx = programs.find("nginx")
    if nginx is None:
        yield None
        return
    _compress(files)
    port = free_port()
    settings = folder / "nginx.conf"
    settings.write_text(_SETTINGS.format(folder=folder, files=files, port=port))
    # By default, nginx started as root drops to a user who cannot read the files.
    process = subprocess.Popen([nginx, "-c", str(settings), "-g", "user root;"])
    try:
        yield f"http://localhost:{port}"
    finally:
        process.terminate()
        process.wait()


def _compress(files: Path) -> None:
    for path in files.rglob("*"):
        if path.suffix in COMPRESSED and path.is_file():
            path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(path.read_bytes(), 9))
