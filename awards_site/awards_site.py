"""The composition root: the app, its pages and the mounted API."""

from pathlib import Path

import reflex as rx
from reflex.utils.prerequisites import get_web_dir
from reflex_base.constants import Dirs
from starlette.types import ASGIApp

from awards_site.api import make_api
from awards_site.core.http.pages import Pages
from awards_site.core.request_client import serve_in_process


def deliver_pages(app: ASGIApp) -> ASGIApp:
    """Wrap the whole app in what completes the compiled pages."""
    return Pages(app, Path(get_web_dir()) / Dirs.STATIC)


api = make_api()
serve_in_process(api)

app = rx.App(
    api_transformer=[api, deliver_pages],
    stylesheets=["theme.css"],
    toaster=None,
)
