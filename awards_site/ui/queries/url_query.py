"""Choices kept in the address bar by scripts, which import `url_query.jsx` from here."""

import reflex as rx

URL_QUERY_SCRIPT = rx.asset("url_query.jsx", shared=True)
"""The script with `useUrlQuery`."""
