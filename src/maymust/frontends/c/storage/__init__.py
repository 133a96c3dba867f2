"""Reads and writes parts of variables and of memory."""
