"""What clang knows of a text: from the text to the tree that clang makes of it."""
