"""Choices kept in the address bar by scripts, which import `address.jsx` from here."""

import reflex as rx

ADDRESS_SCRIPT = rx.asset("address.jsx", shared=True)
"""The script with `useAddress`."""
