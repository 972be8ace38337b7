"""Management screens: declarations, lists, forms, and the State behind them."""
