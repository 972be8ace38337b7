"""The rules that the values of fields obey."""
