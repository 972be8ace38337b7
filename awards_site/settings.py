"""Every setting of the site: typed, described, and read from the environment."""

from functools import cache
from pathlib import Path
from zoneinfo import ZoneInfo

from pydantic import AliasGenerator, Field, computed_field
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """The settings; one without an alias is `AWARDS_` and its name in the environment."""

    model_config = SettingsConfigDict(
        frozen=True,
        extra="ignore",
        alias_generator=AliasGenerator(validation_alias=lambda name: f"AWARDS_{name.upper()}"),
        use_attribute_docstrings=True,
    )

    host: str = Field("127.0.0.1", validation_alias="HOST")
    """The address served."""
    port: int = Field(3000, validation_alias="PORT", ge=1, le=65535)
    """The port served."""
    data_dir: Path = Path("data")
    """The folder of the database and the uploads."""
    database_address: str = Field("", validation_alias="DATABASE_URL")
    """The database, as SQLAlchemy writes it; empty: SQLite in the data folder."""
    redis_url: str = Field("", validation_alias="REDIS_URL")
    """Redis for the State of pages; empty: the process's memory."""
    public_address: str = Field("", validation_alias="AWARDS_PUBLIC_URL")
    """The address visitors use, without a path; empty: http://localhost:PORT."""
    programme: str = "Women Entrepreneur Awards"
    """The programme's full name."""
    short_name: str = "WEA"
    """The programme's short name."""
    edition_title: str = "The Homecoming Edition"
    """The current edition's title."""
    edition_number: str = "5.0"
    """The current edition's number."""
    timezone: str = "UTC"
    """The zone in which event times are shown and typed, as the IANA names it."""
    store_forms: bool = True
    """Whether contact and newsletter forms are stored; 0: a notice and a log line."""
    prerender: bool = True
    """Whether public pages are rendered with their content; 0: they are sent as they were built,
    and fetch it."""
    revalidate_seconds: int = Field(30, ge=0)
    """How often, in seconds, an open page asks whether its content has changed; 0: only when it is
    looked at again."""
    demo: bool = True
    """Whether the first start loads the demo edition into an empty database."""
    image_variants: bool = True
    """Whether smaller copies of uploaded pictures are made in the background."""
    admin_username: str = "admin"
    """The first administrator's username."""
    admin_password: str = ""
    """The first administrator's password; empty: a random one, printed once."""
    admin_email: str = "admin@example.org"
    """The first administrator's e-mail address."""
    trusted_proxies: str = ""
    """Addresses and networks, with commas, of the reverse proxies in front that are believed about
    X-Forwarded-For and X-Forwarded-Proto; empty: none is."""

    @computed_field  # type: ignore[prop-decorator]
    @property
    def database_url(self) -> str:
        """The database's address, the default filled in."""
        return self.database_address or f"sqlite:///{self.data_dir.resolve() / 'awards.db'}"

    @computed_field  # type: ignore[prop-decorator]
    @property
    def public_url(self) -> str:
        """The site's own address, the default filled in, without a slash at the end."""
        return (self.public_address or f"http://localhost:{self.port}").rstrip("/")

    @property
    def uploads_dir(self) -> Path:
        return self.data_dir.resolve() / "uploads"

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.timezone)


@cache
def settings() -> Settings:
    return Settings()
