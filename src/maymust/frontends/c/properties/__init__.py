"""Finds the places of a tree at which properties can be violated."""
