"""Content sections: texts that staff edit, with their history."""
