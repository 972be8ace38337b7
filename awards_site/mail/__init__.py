"""Email: messages, their layout, the outbox, and sending by SMTP or to files."""
