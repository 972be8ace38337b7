"""The server's secret key, encrypted values and secret tokens."""
