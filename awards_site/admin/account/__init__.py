"""The account page: details, second factors and sessions."""
