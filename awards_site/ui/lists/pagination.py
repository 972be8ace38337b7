"""The scripts of paginations, which lists of the site and of the portal have."""

import reflex as rx

PAGINATION_SCRIPTS = (
    rx.asset("pagination.jsx", shared=True),
    rx.asset("page_window.js", shared=True),
)
"""`pagination.jsx`, which exports `Pagination`, and its import, which the build must include."""
