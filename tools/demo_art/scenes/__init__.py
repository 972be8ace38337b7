"""The scenes: each function draws one kind of image, varied by its options and its seed."""
