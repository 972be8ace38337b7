"""The dialogs of forms and deletions, and what is typed in them, which the device keeps."""
