"""Limits on failed sign-ins, which neither lock out users nor delay their other requests."""
