"""The composition root: the app, its pages and the mounted API."""

import reflex as rx
from fastapi import FastAPI


class Probe(rx.State):
    count: int = 0

    async def add(self):
        self.count += 1


def index() -> rx.Component:
    return rx.el.main(
        rx.el.h1("Hello", class_name="font-display text-plum text-4xl"),
        rx.el.button("count ", Probe.count, on_click=Probe.add, class_name="bg-action text-white px-4 py-2"),
    )


api = FastAPI(docs_url="/api/docs")


@api.get("/api/health")
def health() -> dict[str, str]:
    return {"status": "ok"}


app = rx.App(api_transformer=api, stylesheets=["theme.css"], toaster=None)
app.add_page(index, route="/")
