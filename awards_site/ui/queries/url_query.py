"""The asset of `url_query.jsx`, state in the URL's query string for scripts."""

import reflex as rx

URL_QUERY_SCRIPT = rx.asset("url_query.jsx", shared=True)
"""Exports `useUrlQuery`."""
