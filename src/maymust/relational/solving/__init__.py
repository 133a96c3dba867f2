"""Solving translated problems."""
