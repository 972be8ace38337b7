"""A TCP proxy between the site and a server, whose connection tests interrupt."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from sqlalchemy import make_url


class Proxy:
    """Forwards TCP connections to a server until it is cut or held, and again once restored."""

    def __init__(self, host: str, port: int) -> None:
        self._target = host, port
        self._is_cut = False
        self._is_open = threading.Event()
        self._is_open.set()
        self._connections: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        self._is_cut = True
        while self._connections:
            with suppress(OSError):
                self._connections.pop().shutdown(socket.SHUT_RDWR)

    def hold(self) -> None:
        """Forward nothing, and leave the connections open, as a broken network does."""
        self._is_open.clear()

    def restore(self) -> None:
        self._is_cut = False
        self._is_open.set()

    def close(self) -> None:
        self.cut()
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _address = self._listener.accept()
                if self._is_cut:
                    client.close()
                    continue
                server = socket.create_connection(self._target)
                self._connections += [client, server]
                for pair in ((client, server), (server, client)):
                    threading.Thread(
                        target=_forward, args=(*pair, self._is_open), daemon=True
                    ).start()


def _forward(source: socket.socket, target: socket.socket, is_open: threading.Event) -> None:
    with suppress(OSError):
        while content := source.recv(65536):
            is_open.wait()
            target.sendall(content)
    for each in (source, target):
        with suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)
    source.close()


@contextmanager
def proxied(url: str) -> Iterator[tuple[Proxy, str]]:
    """Yield a proxy of the server of a URL with a port, and the URL behind it."""
    address = make_url(url)
    proxy = Proxy(address.host or "127.0.0.1", int(address.port or 0))
    behind: Any = address.set(host="127.0.0.1", port=proxy.port)
    try:
        yield proxy, behind.render_as_string(hide_password=False)
    finally:
        proxy.close()
