"""What every feature stands on: database, errors, request client, API plumbing, files."""
