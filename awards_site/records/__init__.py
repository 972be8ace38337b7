"""What all records share: endpoints, pending changes, versions, Trash, imports, exports."""
