"""Finds out what pointers may point to."""
