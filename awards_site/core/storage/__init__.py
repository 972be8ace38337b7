"""Files: atomic writes, the disk, and the storage of uploads."""
