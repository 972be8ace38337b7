"""A real SMTP server for tests, which keeps what it receives."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword

from awards_site.core.mail.delivery import send_due
from tools.site_server import free_port


class SmtpServer:
    """The messages that the server has received, and the responses that refuse the next ones."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.messages: list[EmailMessage] = []
        self.recipients: list[str] = []
        self.refusals: list[str] = []
        self.credentials: list[tuple[str, str]] = []

    @property
    def url(self) -> str:
        return f"smtp+unencrypted://127.0.0.1:{self.port}"

    def sent_to(self, recipient: str) -> list[EmailMessage]:
        return [each for each in self.messages if each["To"] == recipient]

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        """Receive or refuse a message; aiosmtpd calls this."""
        if self.refusals:
            return self.refusals.pop(0)
        message = message_from_bytes(envelope.original_content, policy=default)
        self.recipients += envelope.rcpt_tos
        self.messages.append(message)
        return "250 Message accepted"

    def authenticate(self, *received: Any) -> AuthResult:
        """Accept any credentials and keep them; aiosmtpd calls this."""
        login = received[-1]
        assert isinstance(login, LoginPassword)
        self.credentials.append((login.login.decode(), login.password.decode()))
        return AuthResult(success=True)


@contextmanager
def smtp_server() -> Iterator[SmtpServer]:
    """Run a server on a free port while the block runs."""
    server = SmtpServer(free_port())
    controller = Controller(
        server,
        hostname="127.0.0.1",
        port=server.port,
        authenticator=server.authenticate,
        auth_require_tls=False,
        enable_SMTPUTF8=True,
    )
    controller.start()
    try:
        yield server
    finally:
        controller.stop()


def deliver() -> None:
    asyncio.run(send_due())


def text_of(message: EmailMessage) -> str:
    return _part(message, "plain")


def html_of(message: EmailMessage) -> str:
    return _part(message, "html")


def _part(message: EmailMessage, kind: str) -> str:
    part = message.get_body((kind,))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")
