"""Divides the memory of a program into regions, and tells which of their places can be accessed.

It has to do with terms and variables only; code that accesses memory is emitted by `storage`.
"""
