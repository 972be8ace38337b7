"""The contact page: forms, the office's details, and questions."""

from typing import Any

import reflex as rx

from awards_site.core import paths
from awards_site.pages.contact.content import CONTACT, ContactTexts, Question
from awards_site.pages.contact.forms import message_form, newsletter_signup
from awards_site.pages.contact.office_map import office_map
from awards_site.pages.contact.presets import NOMINATION, PROPOSAL, SPONSORSHIP, FormPreset
from awards_site.settings import settings
from awards_site.ui.layout.sections import page_intro, section, section_heading
from awards_site.ui.layout.shell import shell
from awards_site.ui.links import text_link
from awards_site.ui.pages.public_page import Head, PublicPage
from awards_site.ui.queries.content_blocks import block_texts, blocks_query

TEXTS = blocks_query(CONTACT)


@rx.memo
def contact_page() -> rx.Component:
    return _page(FormPreset())


@rx.memo
def nomination_contact_page() -> rx.Component:
    return _page(NOMINATION)


@rx.memo
def sponsorship_contact_page() -> rx.Component:
    return _page(SPONSORSHIP)


@rx.memo
def proposal_contact_page() -> rx.Component:
    return _page(PROPOSAL)


def _page(preset: FormPreset) -> rx.Component:
    body = contact_body(texts=block_texts(TEXTS, CONTACT), preset=preset)
    return shell(body, active=paths.CONTACT)


@rx.memo
def contact_body(texts: rx.Var[ContactTexts], preset: rx.Var[FormPreset]) -> rx.Component:
    return rx.fragment(
        page_intro(texts, class_name="pb-16 md:pt-24 md:pb-20"),
        rx.el.div(
            rx.el.section(
                rx.el.h2(texts.form_title, id="message-heading", class_name="display-3 mb-8"),
                message_form(preset),
                aria_labelledby="message-heading",
                class_name="border-t border-gold pt-8",
            ),
            rx.el.div(_details(texts), newsletter_signup(texts), class_name="grid gap-14"),
            class_name="page-width grid gap-x-20 gap-y-16 pb-20 md:pb-28 lg:grid-cols-[1.5fr_1fr]",
        ),
        rx.el.figure(
            office_map(),
            rx.el.figcaption(texts.map_caption, class_name="label page-width mt-4 text-muted"),
        ),
        _questions(texts),
    )


def _details(texts: Any) -> rx.Component:
    return rx.el.section(
        rx.el.h2(texts.details_title, id="details-heading", class_name="display-3 mb-6"),
        rx.el.dl(
            _detail("Email", text_link(texts.email, href=texts.email_url)),
            _detail("Phone", text_link(texts.phone, href=texts.phone_url)),
            _detail(
                "Address",
                rx.el.address(
                    rx.foreach(texts.address, lambda line: rx.el.span(line, class_name="block")),
                    class_name="not-italic",
                ),
            ),
            _detail("Working hours", texts.working_hours),
            data_testid="contact-details",
        ),
        aria_labelledby="details-heading",
        class_name="border-t border-gold pt-8",
    )


def _detail(label: str, text: Any) -> rx.Component:
    return rx.el.div(
        rx.el.dt(label, class_name="label pt-0.5 text-gold-ink"),
        rx.el.dd(text, class_name="min-w-0"),
        class_name="grid gap-x-6 border-t border-line py-4 first:border-t-0 first:pt-0"
        " sm:grid-cols-[8rem_1fr]",
    )


def _questions(texts: Any) -> rx.Component:
    return section(
        section_heading("questions", "Before you write", texts.questions_title),
        rx.el.div(
            rx.foreach(texts.questions, _question),
            class_name="mt-12 border-b border-line md:ml-58",
            data_testid="questions",
        ),
        anchor="questions",
    )


def _question(entry: rx.Var[Question]) -> rx.Component:
    return rx.el.details(
        rx.el.summary(
            rx.el.h3(entry.question, class_name="display-3"),
            rx.el.span(
                class_name="relative size-5 flex-none text-gold-ink before:absolute"
                " before:inset-x-0 before:top-1/2 before:border-t before:border-current"
                " after:absolute after:inset-y-0 after:left-1/2 after:border-l"
                " after:border-current after:transition-transform group-open:after:scale-y-0",
                aria_hidden="true",
            ),
            class_name="flex list-none items-center justify-between gap-6 py-6"
            " [&::-webkit-details-marker]:hidden",
        ),
        rx.el.p(entry.answer, class_name="max-w-[41.5em] pb-8 text-muted"),
        class_name="group border-t border-line",
    )


_DESCRIPTION = f"Write to the {settings().programme}: nominations, sponsorship, the press."

CONTACT_PAGES = (
    PublicPage(paths.CONTACT, contact_page, Head("Contact", _DESCRIPTION)),
    *(
        PublicPage(path, page, Head("Contact", _DESCRIPTION, is_indexed=False), is_in_sitemap=False)
        for path, page in (
            (paths.CONTACT_NOMINATION, nomination_contact_page),
            (paths.CONTACT_SPONSORSHIP, sponsorship_contact_page),
            (paths.CONTACT_PROPOSAL, proposal_contact_page),
        )
    ),
)
