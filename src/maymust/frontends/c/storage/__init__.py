"""Emits code that reads and writes parts of variables and of memory.

`access` is the door: it checks, then loads and saves, by `plain` for plain variables and by `cells` for
memory.
"""
