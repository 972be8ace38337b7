"""The demo edition's content: one module per entity, each giving bodies for the HTTP API."""
