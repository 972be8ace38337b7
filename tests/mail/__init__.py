"""Tests of the outbox, the layout of emails, and sending."""
