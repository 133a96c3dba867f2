"""Weaves rules into a C text."""
