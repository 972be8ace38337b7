"""A month grid with keyboard navigation (the ARIA grid pattern).

Scripts load it with `useLazyImport` of `lazy.jsx`; their component lists `MONTH_GRID_LIBRARY`
in its `lib_dependencies`.
"""

MONTH_GRID_LIBRARY = "react-day-picker@10.0.2"
