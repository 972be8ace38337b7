"""Parts of a page that are fetched when they are wanted, by scripts that import `lazy.jsx`."""

import reflex as rx

LAZY_SCRIPT = rx.asset("lazy.jsx", shared=True)
"""The script with `usePart`, `useLazy` and `tellMissing`."""
