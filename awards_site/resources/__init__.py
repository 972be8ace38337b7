"""Endpoints shared by all entities: CRUD, published lists and the audit log."""
