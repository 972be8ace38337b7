"""The sign-in page."""

import reflex as rx

from awards_site.admin.sign_in.form import sign_in_form
from awards_site.admin.sign_in.signed_out_page import account_head, account_link, signed_out_page
from awards_site.core import paths
from awards_site.ui.pages.public_page import PublicPage


@rx.memo
def sign_in_page() -> rx.Component:
    return signed_out_page(
        "Sign in to the admin portal",
        "For staff of the programme.",
        sign_in_form(),
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
