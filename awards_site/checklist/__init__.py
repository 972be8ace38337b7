"""What staff still have to do for what visitors see: incomplete records and dead links."""
