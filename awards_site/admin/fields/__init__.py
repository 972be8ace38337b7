"""The declaration of forms' fields: their types, and a field bound to its form."""
