"""The scenes: each function draws one kind of picture, varied by its options and its seed."""
