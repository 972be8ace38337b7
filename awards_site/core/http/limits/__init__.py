"""What a client may send: rates, sizes, durations and characters."""
