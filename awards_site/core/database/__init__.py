"""The database: its engine, its sessions, and the column types and indexes of tables."""
