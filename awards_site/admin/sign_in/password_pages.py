"""The pages to ask for a link by email, and to choose a password with it."""

import reflex as rx

from awards_site.admin.sign_in.signed_out_page import account_head, account_link, signed_out_page
from awards_site.auth.models import MIN_CHOSEN_PASSWORD_LENGTH
from awards_site.auth.passwords.models import PasswordChoice, PasswordLinkRequest
from awards_site.core import paths
from awards_site.frontend import react, script
from awards_site.ui.forms.api_form import BrowserRule, browser_rules, form_field, submit_button
from awards_site.ui.pages.public_page import PublicPage

_LIBRARY = script("sign_in/password_forms.jsx")


ForgotPasswordForm = react(
    "ForgotPasswordForm", _LIBRARY, endpoint=str, rules=dict[str, BrowserRule], thanks=rx.Component
)
"""A form that posts an email address to `endpoint`, and is then replaced by `thanks`."""


ChoosePasswordForm = react(
    "ChoosePasswordForm", _LIBRARY, endpoint=str, rules=dict[str, BrowserRule], destination=str
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
