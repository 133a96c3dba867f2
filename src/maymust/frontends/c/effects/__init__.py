"""Finds out what evaluating an expression reads and writes, and what C leaves open about the order."""
