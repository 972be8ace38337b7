"""A month as a grid of days that is moved through by arrow keys (the ARIA grid pattern).

A script loads it when it is needed, with `usePart` of `lazy.jsx`; the component that does so
names `MONTH_GRID_LIBRARY` among its dependencies.
"""

import reflex as rx

MONTH_GRID_LIBRARY = "react-day-picker@10.0.2"
MONTH_GRID_SCRIPT = rx.asset("month_grid.jsx", shared=True)
