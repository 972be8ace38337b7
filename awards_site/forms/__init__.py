"""The forms as a browser without scripts posts them."""
