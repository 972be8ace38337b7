"""The Trash: deleted records that can be restored for some days."""
