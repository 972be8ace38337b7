"""The asset of `lazy.jsx`, lazily loaded modules for scripts."""

import reflex as rx

LAZY_SCRIPT = rx.asset("lazy.jsx", shared=True)
"""Exports `useLazyImport`, `useLazy`, `useLazyDialog` and `notifyLoadFailed`."""
