"""Forms of the portal: fields, inputs and uploads."""
