"""Lowers statements and expressions to the edges of procedures."""
