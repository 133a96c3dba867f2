"""Defines the program as a tree of our own, and answers questions about it that need nothing else.

`nodes` says what the nodes have in common; `places` where one stands in the source, `leaves` and `records`
what a type consists of.
"""
