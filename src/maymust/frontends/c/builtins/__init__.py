"""Lowers calls of library functions that have a meaning of their own here."""
