"""All settings of the site, read from environment variables."""

import os
import re
from difflib import get_close_matches
from email.headerregistry import Address
from functools import cache
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Annotated, Literal, Self
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from limits import parse_many
from pydantic import (
    AfterValidator,
    AliasGenerator,
    Field,
    SecretStr,
    ValidationError,
    computed_field,
    field_validator,
    model_validator,
)
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict
from redis.connection import parse_url
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

MIN_AUDIT_DAYS = 30
"""How long the database itself refuses to delete an entry of the audit log."""
SMTP_PORTS = {"smtp": 587, "smtps": 465, "smtp+unencrypted": 25}
"""The schemes of `smtp_url` and their default ports: STARTTLS, TLS, and neither."""

S3_SCHEME = "s3://"
_S3_URL = re.compile(rf"{S3_SCHEME}[a-z0-9][a-z0-9.-]+(/[\w.-]+)*/?")


_POSTGRESQL = ("postgresql", "postgres", "postgresql+psycopg")
_PUBLIC_URL = re.compile(r"https?://([\w.-]+|\[[0-9a-f:]+\])(:\d{1,5})?/?", re.IGNORECASE)


def is_storage_url(value: str) -> bool:
    """Return whether a text is the URL of a bucket, with a prefix or without, and nothing else."""
    return bool(_S3_URL.fullmatch(value))


def _split(text: str) -> list[str]:
    return [each.strip() for each in text.split(",") if each.strip()]


def _rates(value: str) -> str:
    try:
        if value:
            parse_many(value)
    except ValueError as error:
        raise ValueError("must be rates such as 60/minute or 60/minute;300/hour") from error
    return value


RoleName = Literal["admin", "editor", "user"]
"""The names of `auth.permissions.Role`, which is in a layer above."""

Days = Annotated[int, Field(le=36_500)]
Hours = Annotated[int, Field(le=36_500 * 24)]
Minutes = Annotated[int, Field(le=36_500 * 24 * 60)]
"""Periods of at most a hundred years, before which there are dates."""

Rates = Annotated[str, AfterValidator(_rates)]
"""Rates in the notation of `limits`, separated by semicolons; empty: no limit."""


class Settings(BaseSettings):
    """The settings; a field without an alias is read from `AWARDS_` and its uppercase name."""

    model_config = SettingsConfigDict(
        frozen=True,
        extra="ignore",
        alias_generator=AliasGenerator(validation_alias=lambda name: f"AWARDS_{name.upper()}"),
        use_attribute_docstrings=True,
        # The error about an invalid value is logged, and the value may contain a password.
        hide_input_in_errors=True,
        allow_inf_nan=False,
    )

    host: str = Field("127.0.0.1", validation_alias="HOST")
    """The IP address to listen on; 0.0.0.0 for all of the machine's."""
    port: int = Field(3000, validation_alias="PORT", ge=1, le=65535)
    """The port to listen on."""
    data_dir: Path = Path("data")
    """The folder of the database and, by default, of the uploads."""
    storage_url: str = ""
    """Where uploads are stored: s3://BUCKET or s3://BUCKET/PREFIX, with endpoint, region and
    credentials in AWS_ENDPOINT_URL, AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; empty:
    a folder in the data folder."""
    configured_database_url: str = Field("", validation_alias="DATABASE_URL")
    """The database: postgresql://USER:PASSWORD@HOST:PORT/NAME, with special characters of the
    password percent-encoded, and parameters such as ?sslmode=require; empty: SQLite in the data
    folder."""
    database_connections: int = Field(20, ge=2)
    """The most connections to PostgreSQL that one process has open."""
    workers: int = Field(1, ge=1, le=1000)
    """How many processes serve the site; more than one need REDIS_URL."""
    redis_url: str = Field("", validation_alias="REDIS_URL")
    """Redis, which joins several processes or hosts to one site: it holds the State of the portal's
    pages and the counters of rate limits, and passes on changes; empty: process memory."""
    configured_public_url: str = Field("", validation_alias="AWARDS_PUBLIC_URL")
    """The URL that visitors use, without a path, such as https://awards.example.org; empty:
    http://localhost:PORT."""
    programme: str = "Women Entrepreneur Awards"
    """The programme's full name."""
    short_name: str = "WEA"
    """The programme's short name."""
    edition_title: str = "The Homecoming Edition"
    """The current edition's title."""
    edition_number: str = "5.0"
    """The current edition's number."""
    timezone: str = "UTC"
    """The IANA time zone in which event times are shown and typed, such as Europe/Zurich. The demo
    edition takes place in America/New_York."""
    store_forms: bool = True
    """Whether contact messages and newsletter subscriptions are stored; 0: visitors see the same
    notice, and a line is logged."""
    message_retention_days: Days = Field(0, ge=0)
    """After how many days contact messages are deleted; 0: never."""
    jury_retention_months: int = Field(24, ge=0, le=1200)
    """How many months after the year of their edition jurors and their scores are deleted; 0:
    never."""
    media_rules: Literal["off", "warn", "block"] = "warn"
    """What happens if a record is published whose image has no alternative text or credit in the
    media library: off: nothing; warn: a notice; block: 422. Logos and cover pages need none."""
    prerender: bool = True
    """Whether public pages are prerendered with their content; 0: browsers load it from /api."""
    revalidate_seconds: int = Field(30, ge=0)
    """How often an open public page checks whether its content has changed; 0: only when it becomes
    visible again."""
    demo: bool = True
    """Whether the first start loads the demo edition into an empty database."""
    image_variants: bool = True
    """Whether variants of uploaded images are made in the background; 0: only by the command
    make-image-variants."""
    admin_username: str = "admin"
    """The first administrator's username."""
    admin_password: str = ""
    """The first administrator's password; empty: a random one, printed once at the first start."""
    admin_email: str = "admin@example.org"
    """The first administrator's email address."""
    form_rate_limit: Rates = "60/minute;300/hour"
    """How often one IP address (IPv6: its /64 network) may send each of the public forms, valid or
    not. Rates are written as 60/minute or 5 per 10 seconds and separated by semicolons; empty: no
    limit."""
    form_total_rate_limit: Rates = "1200/minute;12000/hour"
    """How often all IP addresses together may send each of the public forms; empty: no limit."""
    form_fill_seconds: float = Field(1, ge=0, le=60)
    """For how many seconds a person must have seen a public form before it is sent; a program that
    states less gets 422."""
    inbox_quota: int = Field(50_000, ge=0)
    """The most messages, and the most subscribers, that are stored; further ones get 507."""
    upload_quota_mb: int = Field(10_000, ge=0)
    """The most space in MB that uploads and their variants take up; further ones get 507."""
    security_contact: str = ""
    """The email address or https URL for reports of vulnerabilities, in /.well-known/security.txt;
    empty: the contact page."""
    secret_key: SecretStr = SecretStr("")
    """The key that signs the cookies of known browsers and encrypts the secrets of authenticator
    apps, which another key invalidates; empty: a random one, in the file secret-key of the data
    folder."""
    session_idle_hours: Hours = Field(12, ge=1)
    """After how many hours without use a session ends."""
    session_max_hours: Hours = Field(168, ge=1)
    """After how many hours a session ends, even if it is used."""
    password_policy: Literal["standard", "strict"] = "standard"  # noqa: S105 # Not a password.
    """standard: passwords that people choose for themselves have at least 12 characters and are
    hard to guess, others at least 8 characters; strict: the same for all."""
    recent_sign_in_minutes: Minutes = Field(0, ge=0)
    """For how many minutes after entering the password changes of users and exports of personal
    data do not ask for it again; 0: they never ask."""
    second_factor_roles: Annotated[frozenset[RoleName], NoDecode] = frozenset()
    """The roles, separated by commas, whose users need a second factor: admin, editor, user. Until
    they have one, they can use their account page only."""
    trusted_proxies: str = ""
    """The IP addresses and networks of reverse proxies, separated by commas, whose X-Forwarded-For
    and X-Forwarded-Proto headers are trusted; empty: none."""
    smtp_url: SecretStr = SecretStr("")
    """The SMTP server: smtp://USER:PASSWORD@HOST:PORT with STARTTLS (port 587 by default), smtps://
    with TLS from the start (465), or smtp+unencrypted:// (25) on the same machine, with special
    characters of the password percent-encoded; empty: emails are files in the data folder's
    mailbox."""
    mail_from: str = ""
    """The sender's email address; empty: no-reply@ and the host of the public URL."""
    mail_from_name: str = ""
    """The sender's name; empty: the programme's."""
    mail_contact_recipients: str = ""
    """The email addresses, separated by commas, that are told of new contact messages; empty:
    none."""
    mail_contact_receipts: bool = True
    """Whether senders of contact messages get a receipt, if emails are sent by SMTP."""

    link_check_days: Days = Field(7, ge=0)
    """After how many days links of published records to other sites are followed again, to find
    dead ones; 0: never."""

    @field_validator("second_factor_roles", mode="before")
    @classmethod
    def _split_roles(cls, value: object) -> object:
        return _split(value) if isinstance(value, str) else value

    @field_validator("configured_database_url")
    @classmethod
    def _name_the_driver(cls, value: str) -> str:
        if not value:
            return value
        try:
            url = make_url(value)
        except (ArgumentError, ValueError):
            url = None
        scheme = url.drivername if url else ""
        is_file = scheme in ("sqlite", "sqlite+pysqlite") and url and url.database
        if url is None or not (is_file or scheme in _POSTGRESQL):
            raise ValueError(
                "must be postgresql://USER:PASSWORD@HOST:PORT/NAME, with special"
                " characters of the password percent-encoded, or sqlite:////PATH"
            )
        if scheme in _POSTGRESQL:
            url = url.set(drivername="postgresql+psycopg")
        return url.render_as_string(hide_password=False)

    @field_validator("host")
    @classmethod
    def _check_host(cls, value: str) -> str:
        try:
            ip_address(value)
        except ValueError as error:
            raise ValueError("must be an IP address, such as 127.0.0.1 or ::") from error
        return value

    @field_validator("trusted_proxies")
    @classmethod
    def _check_networks(cls, value: str) -> str:
        try:
            for network in _split(value):
                if network != "*":
                    ip_network(network)
        except ValueError as error:
            raise ValueError(f"must be IP addresses and networks ({error})") from error
        return value

    @field_validator("redis_url")
    @classmethod
    def _check_redis_url(cls, value: str) -> str:
        if value:
            try:
                parse_url(value)  # type: ignore[no-untyped-call]
            except ValueError as error:
                raise ValueError(
                    "must be redis://:PASSWORD@HOST:PORT/NUMBER or rediss://, with"
                    " special characters of the password percent-encoded"
                ) from error
        return value

    @field_validator("timezone")
    @classmethod
    def _check_timezone(cls, value: str) -> str:
        try:
            ZoneInfo(value)
        except (ZoneInfoNotFoundError, ValueError, OSError) as error:
            raise ValueError("must be an IANA time zone, such as Europe/Zurich") from error
        return value

    @field_validator("configured_public_url")
    @classmethod
    def _check_public_url(cls, value: str) -> str:
        try:
            is_valid = not value or (_PUBLIC_URL.fullmatch(value) and urlsplit(value).port != 0)
        except ValueError:
            is_valid = False
        if not is_valid:
            raise ValueError(
                "must be https:// or http:// and a host, without a path, such as"
                " https://awards.example.org"
            )
        return value

    @field_validator("storage_url")
    @classmethod
    def _check_storage_url(cls, value: str) -> str:
        if value and not is_storage_url(value):
            raise ValueError(
                "must be s3://BUCKET or s3://BUCKET/PREFIX; endpoint, region and"
                " credentials are set by AWS_ENDPOINT_URL, AWS_REGION, AWS_ACCESS_KEY_ID and"
                " AWS_SECRET_ACCESS_KEY"
            )
        return value.rstrip("/")

    @field_validator("smtp_url")
    @classmethod
    def _check_smtp_url(cls, value: SecretStr) -> SecretStr:
        url = value.get_secret_value()
        if not url:
            return value
        try:
            parts = urlsplit(url)
            is_valid = parts.scheme in SMTP_PORTS and bool(parts.hostname) and parts.port != 0
        except ValueError:
            is_valid = False
        if not is_valid:
            schemes = ", ".join(f"{scheme}://" for scheme in SMTP_PORTS)
            raise ValueError(
                f"must be one of {schemes} followed by USER:PASSWORD@HOST:PORT,"
                " with special characters of the password percent-encoded"
            )
        return value

    @field_validator("mail_from", "mail_contact_recipients")
    @classmethod
    def _check_email_addresses(cls, value: str) -> str:
        for email in _split(value):
            try:
                Address(addr_spec=email)
            except Exception as error:
                raise ValueError("must have valid email addresses") from error
        return value

    @model_validator(mode="after")
    def _check_workers(self) -> Self:
        if self.workers > 1 and not self.redis_url:
            raise ValueError(
                f"AWARDS_WORKERS={self.workers} requires REDIS_URL, which the processes communicate"
                " through"
            )
        return self

    audit_days: Days = Field(365, ge=MIN_AUDIT_DAYS)
    """After how many days entries of the audit log are deleted; at least 30."""
    backup_dir: str = ""
    """The folder of scheduled backups, which must exist, on another disk if possible; empty: none
    are made."""
    backup_hours: Hours = Field(24, ge=1)
    """How many hours after a scheduled backup the next one is made."""
    backup_keep: int = Field(7, ge=1)
    """How many scheduled backups are kept; the oldest are deleted after a new one is complete."""
    log_format: Literal["console", "json"] = "console"
    """The format of the log: `console` for lines of text, `json` for an object in each line."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """The lowest level of the site's own log messages; other software logs warnings and errors."""
    access_log: bool = False
    """Whether a line is logged for each request: method, path, status, milliseconds, bytes and
    request id."""

    metrics_token: SecretStr = SecretStr("")
    """The token with which Prometheus reads /metrics, such as the output of openssl rand -hex 32;
    empty: there are no metrics."""

    @computed_field  # type: ignore[prop-decorator]
    @property
    def database_url(self) -> str:
        """The SQLAlchemy URL of the database, with the default."""
        return self.configured_database_url or f"sqlite:///{self.data_dir.resolve() / 'awards.db'}"

    @computed_field  # type: ignore[prop-decorator]
    @property
    def public_url(self) -> str:
        """The public URL of the site, with the default, without a trailing slash."""
        return (self.configured_public_url or f"http://localhost:{self.port}").rstrip("/")

    @property
    def sends_email(self) -> bool:
        """Whether emails are sent by SMTP rather than written to files."""
        return bool(self.smtp_url.get_secret_value())

    @property
    def mail_sender(self) -> str:
        """The sender's email address, with the default."""
        return self.mail_from or f"no-reply@{urlsplit(self.public_url).hostname or 'localhost'}"

    @property
    def contact_recipients(self) -> list[str]:
        """The email addresses that are notified of new contact messages."""
        return _split(self.mail_contact_recipients)

    @property
    def mailbox_dir(self) -> Path:
        """The folder of the emails that are written to files."""
        return self.data_dir.resolve() / "mailbox"

    @property
    def uploads_dir(self) -> Path:
        return self.data_dir.resolve() / "uploads"

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.timezone)


@cache
def settings() -> Settings:
    return Settings()


def refusal() -> str:
    """Return what is wrong with the settings in one sentence, or ''."""
    try:
        settings()
    except ValidationError as error:
        return "; ".join(map(_describe, error.errors(include_context=False)))
    return ""


def _describe(error: ErrorDetails) -> str:
    """Return the setting, what is right, and the value; a combination has a text of its own."""
    text = error["msg"].removeprefix("Value error, ")
    if not error["loc"]:
        return text
    name = str(error["loc"][0])
    text = re.sub(r", (unable|got) .*", "", text).replace("Input should be", "must be")
    value = str(error["input"])
    if name.endswith("_URL"):
        # What may be a password: before the host, after a colon that begins no port, parameters.
        value = re.sub(r"^(\w[\w+]*://)?.*@", r"\1***@", value)
        value = re.sub(r":(?!//|\d{1,5}(/|$)).*|\?.*", ":***", value)
    return f"{name} {text.replace('a valid boolean', '1 or 0')}, not {value!r}"


def unknown_settings() -> str:
    """Return the variables that look like settings and are none, in one sentence, or ''."""
    known = {str(field.validation_alias) for field in Settings.model_fields.values()}
    found = []
    for name in sorted({name for name in os.environ if name.startswith("AWARDS_")} - known):
        near = get_close_matches(name, known, 1, 0.8)
        found.append(f"{name} is no setting" + (f" (did you mean {near[0]}?)" if near else ""))
    return "; ".join(found)
