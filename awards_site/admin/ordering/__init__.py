"""Records in an order that staff choose."""
