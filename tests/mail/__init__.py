"""Tests of the outbox, the layout of e-mails, and sending."""
