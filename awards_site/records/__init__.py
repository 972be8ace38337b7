"""Features that all records share: endpoints, drafts, versions, Trash, imports, exports."""
