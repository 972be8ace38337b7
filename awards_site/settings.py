"""Every setting of the site: typed, described, and read from the environment."""

from functools import cache
from pathlib import Path
from zoneinfo import ZoneInfo

from pydantic import Field, computed_field
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """The settings; each is named in the environment by its `validation_alias`."""

    model_config = SettingsConfigDict(frozen=True, extra="ignore")

    host: str = Field("127.0.0.1", validation_alias="HOST", description="The address served.")
    port: int = Field(3000, validation_alias="PORT", ge=1, le=65535, description="The port served.")
    data_dir: Path = Field(
        Path("data"),
        validation_alias="AWARDS_DATA_DIR",
        description="The folder of the database and the uploads.",
    )
    database_address: str = Field(
        "",
        validation_alias="DATABASE_URL",
        description="The database, as SQLAlchemy writes it; empty: SQLite in the data folder.",
    )
    redis_url: str = Field(
        "",
        validation_alias="REDIS_URL",
        description="Redis for the State of pages; empty: the process's memory.",
    )
    public_address: str = Field(
        "",
        validation_alias="AWARDS_PUBLIC_URL",
        description="The address visitors use, without a path; empty: http://localhost:PORT.",
    )
    programme: str = Field(
        "Women Entrepreneur Awards",
        validation_alias="AWARDS_PROGRAMME",
        description="The programme's full name.",
    )
    short_name: str = Field(
        "WEA", validation_alias="AWARDS_SHORT_NAME", description="The programme's short name."
    )
    edition_title: str = Field(
        "The Homecoming Edition",
        validation_alias="AWARDS_EDITION_TITLE",
        description="The current edition's title.",
    )
    edition_number: str = Field(
        "5.0", validation_alias="AWARDS_EDITION_NUMBER", description="The current edition's number."
    )
    timezone: str = Field(
        "UTC",
        validation_alias="AWARDS_TIMEZONE",
        description="The zone in which event times are shown and typed, as the IANA names it.",
    )
    store_forms: bool = Field(
        True,
        validation_alias="AWARDS_STORE_FORMS",
        description="Whether contact and newsletter forms are stored; 0: a notice and a log line.",
    )
    prerender: bool = Field(
        True,
        validation_alias="AWARDS_PRERENDER",
        description="Whether public pages are rendered with their content; 0: they are sent as they"
        " were built, and fetch it.",
    )
    revalidate_seconds: int = Field(
        30,
        validation_alias="AWARDS_REVALIDATE_SECONDS",
        ge=0,
        description="How often, in seconds, an open page asks whether its content has changed; 0:"
        " only when it is looked at again.",
    )
    demo: bool = Field(
        True,
        validation_alias="AWARDS_DEMO",
        description="Whether the first start loads the demo edition into an empty database.",
    )
    make_pictures: bool = Field(
        True,
        validation_alias="AWARDS_MAKE_PICTURES",
        description="Whether smaller copies of uploaded pictures are made in the background.",
    )
    admin_username: str = Field(
        "admin",
        validation_alias="AWARDS_ADMIN_USERNAME",
        description="The first administrator's username.",
    )
    admin_password: str = Field(
        "",
        validation_alias="AWARDS_ADMIN_PASSWORD",
        description="The first administrator's password; empty: a random one, printed once.",
    )
    admin_email: str = Field(
        "admin@example.org",
        validation_alias="AWARDS_ADMIN_EMAIL",
        description="The first administrator's e-mail address.",
    )
    trusted_proxies: str = Field(
        "",
        validation_alias="AWARDS_TRUSTED_PROXIES",
        description="Addresses and networks, with commas, of the reverse proxies in front that are"
        " believed about X-Forwarded-For and X-Forwarded-Proto; empty: none is.",
    )

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
        """The folder in which uploaded files are kept."""
        return self.data_dir.resolve() / "uploads"

    @property
    def zone(self) -> ZoneInfo:
        """The programme's time zone."""
        return ZoneInfo(self.timezone)


@cache
def settings() -> Settings:
    """Return the process's settings, read once."""
    return Settings()
