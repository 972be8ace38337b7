"""The pages of signing in and choosing a password, and what the portal uses of their scripts."""

from typing import Any

import reflex as rx

from awards_site.accounts.models import (
    MIN_CHOSEN_PASSWORD_LENGTH,
    Credentials,
    PasswordChoice,
    PasswordLinkRequest,
)
from awards_site.core import paths
from awards_site.frontend import react, script
from awards_site.reflex_patches.components import js_function
from awards_site.settings import settings
from awards_site.ui.controls import button_classes, link
from awards_site.ui.forms import BrowserRule, browser_rules, form_field, submit_button
from awards_site.ui.pages import Head, PublicPage
from awards_site.ui.toasts import Toaster

_SCRIPT = script("sign_in/sign_in.jsx")


_SecondFactorForm = react(
    "SecondFactorForm",
    _SCRIPT,
    rules=dict[str, BrowserRule],
    app_field=rx.Component,
    recovery_field=rx.Component,
    submit_button=rx.Component,
    button_class=str,
    link_class=str,
)
"""Asks for the second factor that the response to the first step demands."""


def second_factor_form() -> rx.Component:
    return _SecondFactorForm.create(
        rules={"code": BrowserRule("required", "Please enter the code")},
        app_field=form_field(
            "code",
            "Code from your authenticator app",
            auto_complete="one-time-code",
            custom_attrs={"autoFocus": True, "inputMode": "numeric"},
        ),
        recovery_field=form_field(
            "code",
            "Recovery code",
            auto_complete="off",
            custom_attrs={"autoFocus": True, "autoCapitalize": "none", "spellCheck": False},
        ),
        submit_button=submit_button("Continue", "Checking...", class_name="w-full"),
        button_class=f"{button_classes()} w-full",
        link_class="text-sm text-muted underline underline-offset-4 hover:text-ink cursor-pointer",
    )


SignInForm = react(
    "SignInForm",
    _SCRIPT,
    rules=dict[str, BrowserRule],
    second_factor=rx.Component,
    destination=str,
)
"""A sign-in form that then loads `destination`."""


FlashMessage = react("FlashMessage", _SCRIPT)
"""Shows the toast that the previous page stored; must come after the toaster."""


def credential_fields(**username: Any) -> list[rx.Component]:
    """Return the fields and the button of a sign-in form; `username` are props of the username."""
    return [
        form_field("username", "Username", auto_complete="username", **username),
        form_field("password", "Password", "password", auto_complete="current-password"),
        submit_button("Sign in", "Signing in...", class_name="w-full"),
    ]


def username_for_password_managers(username: rx.Var[str]) -> rx.Component:
    """Return the hidden input by which password managers find the password of the account."""
    return rx.el.input(type="text", default_value=username, auto_complete="username", hidden=True)


def sign_out() -> rx.event.EventSpec:
    """Return the browser event that signs out and loads the sign-in page."""
    return rx.call_function(js_function("signOut", _SCRIPT).partial(paths.SIGN_IN))


_LINK = "inline-block min-h-6 text-sm text-muted underline underline-offset-4 hover:text-ink"


def signed_out_page(
    title: str, introduction: str, *content: rx.Component, testid: str
) -> rx.Component:
    """Return a page with a title, an introduction and content beside the programme's name."""
    return rx.fragment(
        rx.el.div(
            _branding(),
            rx.el.main(
                rx.el.div(
                    rx.el.h1(title, class_name="font-display text-3xl font-semibold text-balance"),
                    rx.el.p(introduction, class_name="mt-2 mb-8 text-sm text-muted"),
                    *content,
                    class_name="w-full max-w-sm",
                ),
                class_name="grid flex-1 place-items-center px-5 py-12",
            ),
            class_name="flex min-h-dvh flex-col bg-surface font-sans text-ink lg:flex-row",
            custom_attrs={"data-testid": testid},
        ),
        Toaster.create(),
        FlashMessage.create(),
    )


def account_link(text: str, href: str, class_name: str) -> rx.Component:
    """Return a link below a form; `class_name` has its margin."""
    return link(text, href=href, class_name=f"{class_name} {_LINK}")


def account_head(name: str) -> Head:
    """Return the head of a page, which search engines do not index."""
    return Head(
        name,
        "For staff of the programme.",
        site_name=f"{settings().short_name} Admin",
        is_indexed=False,
        referrer="no-referrer",
    )


def _branding() -> rx.Component:
    return rx.el.header(
        link(
            settings().short_name,
            href=paths.HOME,
            class_name="font-display text-2xl font-semibold text-gold-light",
        ),
        rx.el.div(
            rx.el.p(
                settings().programme,
                class_name="font-display text-4xl leading-tight text-on-plum xl:text-5xl",
            ),
            rx.el.p(settings().edition_title, class_name="mt-4 text-on-plum-muted"),
            class_name="hidden max-w-md lg:block",
        ),
        rx.el.p(
            settings().edition_number,
            aria_hidden="true",
            class_name=("hidden font-display text-[10rem] leading-none text-gold/75 lg:block"),
        ),
        class_name=(
            "flex flex-none flex-col justify-between bg-plum-deep px-6 py-4 lg:min-h-dvh"
            " lg:w-[42%] lg:p-12"
        ),
    )


ForgotPasswordForm = react(
    "ForgotPasswordForm", _SCRIPT, endpoint=str, rules=dict[str, BrowserRule], thanks=rx.Component
)
"""A form that posts an email address to `endpoint`, and is then replaced by `thanks`."""


ChoosePasswordForm = react(
    "ChoosePasswordForm", _SCRIPT, endpoint=str, rules=dict[str, BrowserRule], destination=str
)
"""A form that posts a password with the URL's token to `endpoint`, and loads `destination`."""


@rx.memo
def forgot_password_page() -> rx.Component:
    return signed_out_page(
        "Forgot your password?",
        "Enter your account's email address, and we will send you a link to choose a new password.",
        ForgotPasswordForm.create(
            form_field("email", "Email", "email", auto_complete="email"),
            submit_button("Send link", "Sending...", class_name="w-full"),
            endpoint="/api/auth/forgot-password",
            rules=browser_rules(PasswordLinkRequest, "email"),
            thanks=rx.el.p(
                "If an account uses this email address, we have sent it a link. The link expires"
                " after an hour. If nothing arrives, check your spam folder or ask an"
                " administrator.",
                role="status",
                class_name="border-l-2 border-gold pl-4 leading-relaxed",
            ),
            class_name="grid gap-5",
        ),
        account_link("Back to sign-in", paths.SIGN_IN, "mt-8"),
        testid="forgot-password",
    )


@rx.memo
def choose_password_page() -> rx.Component:
    return signed_out_page(
        "Choose your password",
        f"At least {MIN_CHOSEN_PASSWORD_LENGTH} characters. A few unrelated words are easier to"
        " remember than symbols and digits, and harder to guess.",
        ChoosePasswordForm.create(
            form_field("password", "New password", "password", auto_complete="new-password"),
            form_field(
                "repeatedPassword", "Repeat password", "password", auto_complete="new-password"
            ),
            submit_button("Save password", "Saving...", class_name="w-full"),
            endpoint="/api/auth/choose-password",
            rules={
                **browser_rules(PasswordChoice, "password"),
                "repeatedPassword": BrowserRule("required", "Please repeat the password"),
            },
            destination=paths.SIGN_IN,
            class_name="grid gap-5",
        ),
        account_link("Request a new link", paths.ACCOUNT_RECOVERY, "mt-8"),
        testid="choose-password",
    )


PASSWORD_PAGES = tuple(
    PublicPage(path, page, account_head(name), is_in_sitemap=False)
    for path, page, name in (
        (paths.ACCOUNT_RECOVERY, forgot_password_page, "Forgot your password?"),
        (paths.NEW_CREDENTIALS, choose_password_page, "Choose your password"),
    )
)


@rx.memo
def sign_in_page() -> rx.Component:
    return signed_out_page(
        "Sign in to the admin portal",
        "For staff of the programme.",
        SignInForm.create(
            *credential_fields(custom_attrs={"autoCapitalize": "none", "spellCheck": False}),
            rules=browser_rules(Credentials, "username", "password"),
            second_factor=second_factor_form(),
            destination=paths.ADMIN,
            class_name="grid gap-5",
        ),
        account_link("Forgot your password?", paths.ACCOUNT_RECOVERY, "mt-5"),
        rx.el.div(account_link("Back to the website", paths.HOME, "mt-4")),
        testid="sign-in",
    )


SIGN_IN_PAGE = PublicPage(
    paths.SIGN_IN,
    sign_in_page,
    account_head("Sign in"),
    is_in_sitemap=False,
    next_page=paths.ADMIN,
)
