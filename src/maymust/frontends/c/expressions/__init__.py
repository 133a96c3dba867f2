"""Lowers expressions: their values, and what they do."""
