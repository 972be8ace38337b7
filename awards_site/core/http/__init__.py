"""The HTTP plumbing below every endpoint: errors, limits, origins, headers, revalidation."""
