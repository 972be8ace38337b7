"""Consistent copies of the database and of the uploaded files, by command and by schedule."""
