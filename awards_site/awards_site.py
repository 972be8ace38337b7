"""The composition root: the app, its pages and the mounted API."""

import reflex as rx

from awards_site.api import make_api

app = rx.App(api_transformer=make_api(), stylesheets=["theme.css"], toaster=None)
