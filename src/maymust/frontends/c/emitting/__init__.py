"""Emits the edges of a procedure, the checks on them, and what goes on behind gaps."""
