"""Forms of the portal: fields, inputs, uploads and their dialogs."""
