"""The fixed public pages, and what is served beside them."""
