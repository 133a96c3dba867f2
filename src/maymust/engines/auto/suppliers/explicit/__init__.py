"""Suppliers by explicit values: which values the variables that decide have together."""
