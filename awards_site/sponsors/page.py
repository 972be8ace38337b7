"""The page of the partners: sponsors by group, reasons, packages (spec 1, "/partners")."""

from collections.abc import AsyncIterator
from typing import Any, Literal

import reflex as rx

from awards_site.core.fixed_content import read_override
from awards_site.core.request_client import RequestError, request_client
from awards_site.settings import settings
from awards_site.sponsors.content import PARTNERS, PartnersTexts
from awards_site.sponsors.groups import SponsorGroup, sponsor_groups
from awards_site.sponsors.offer import (
    PACKAGES_ANCHOR,
    calls,
    faces,
    packages,
    reasons,
    testimonials,
)
from awards_site.sponsors.showcase import group, group_skeleton
from awards_site.ui import paths
from awards_site.ui.buttons import button_link
from awards_site.ui.fixed_texts import PicturesOfTexts, pictures_of, shown, shown_pictures
from awards_site.ui.public_page import PublicState, add_public_page
from awards_site.ui.sections import section, section_heading
from awards_site.ui.shell import shell
from awards_site.ui.states import empty_state, failure_state, spinner


class PartnersPage(PublicState, rx.State):
    """The published sponsors by group, how far they are, and changed texts with their pictures."""

    texts: PartnersTexts | None = None
    faces: PicturesOfTexts = {}
    groups: list[SponsorGroup] = []
    status: Literal["loading", "ready", "failed"] = "loading"

    @rx.event
    async def load(self) -> AsyncIterator[None]:
        """Read the content section and the sponsors."""
        if self.status == "failed":
            self.status = "loading"
            yield
        client = request_client(self)
        self.texts = await read_override(client, PARTNERS)
        self.faces = pictures_of(faces(self.texts)) if self.texts else {}
        try:
            self.groups = sponsor_groups(await client.read(["/api/sponsors/published"]))
        except RequestError:
            self.status = "failed"
            return
        self.status = "ready"


def partners_page() -> rx.Component:
    """Return the page of the partners."""
    body = partners_body(
        texts=shown(PartnersPage.texts, PARTNERS),
        pictures=shown_pictures(PartnersPage.faces, faces(PARTNERS.default)),
    )
    return shell(body, active=paths.PARTNERS)


@rx.memo
def partners_body(texts: rx.Var[PartnersTexts], pictures: rx.Var[PicturesOfTexts]) -> rx.Component:
    """Return what the page says."""
    return rx.fragment(
        _opening(texts),
        _sponsors(texts),
        reasons(texts),
        packages(texts),
        testimonials(texts, pictures),
        calls(texts),
    )


def _opening(texts: Any) -> rx.Component:
    return rx.el.div(
        rx.el.h1(texts.title, class_name="display-1 max-w-[6.7em]"),
        rx.el.div(
            rx.el.p(texts.lead, class_name="lead max-w-[30.5em] text-muted"),
            button_link(
                "See the packages",
                href=paths.to(PACKAGES_ANCHOR),
                tone="outline",
                class_name="mt-8",
            ),
            class_name="mt-8 md:mt-0 md:mb-3",
        ),
        class_name="page-width grid items-end gap-x-16 pt-16 pb-16 md:grid-cols-[1.35fr_1fr]"
        " md:pt-28 md:pb-24",
    )


def _sponsors(texts: Any) -> rx.Component:
    return section(
        section_heading("sponsors", "With thanks to", texts.sponsors_title),
        rx.el.div(
            rx.match(
                PartnersPage.status,
                ("loading", rx.fragment(spinner("Loading sponsors...", "sr-only"), _skeleton())),
                ("failed", failure_state("Failed to load sponsors.", PartnersPage.load)),
                rx.cond(
                    PartnersPage.groups,
                    rx.el.div(rx.foreach(PartnersPage.groups, group), class_name="grid gap-20"),
                    empty_state(
                        "No sponsors currently available.", "Be the first of this edition."
                    ),
                ),
            ),
            # What stands below stays out of sight, whatever takes the place of the skeleton.
            class_name="mt-16 min-h-[60vh]",
            custom_attrs={"data-testid": "sponsors"},
        ),
        anchor="sponsors",
        ground="surface",
    )


def _skeleton() -> rx.Component:
    return rx.el.div(group_skeleton(), class_name="grid gap-20", aria_hidden="true")


def add_partners_page(app: rx.App) -> None:
    """Add the page of the partners to the app."""
    add_public_page(
        app,
        partners_page,
        path=paths.PARTNERS,
        name="Partners",
        description=f"Who carries the {settings().programme}, and how to join them.",
        on_load=PartnersPage.load,
    )
