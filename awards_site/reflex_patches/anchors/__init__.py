"""What a patch is, and the generated scripts in which it looks for its anchors."""
