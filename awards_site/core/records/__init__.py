"""What entities share on the server: schemas, repositories, lists and soft delete."""
