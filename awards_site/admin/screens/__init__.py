"""The declaration of management screens, and the State of their list and form."""
