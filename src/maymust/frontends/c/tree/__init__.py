"""The program as a tree of our own: its nodes, their types and places, and questions about them."""
