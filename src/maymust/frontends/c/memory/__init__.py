"""Divides the memory of a program into regions, and tells which of their places can be accessed."""
