"""The table of a management screen, with its search, filters, selection and shortcuts."""
