"""Lowers calls of library functions that have a meaning of their own here, and of functions without a body.

`registry` lists the functions that are neither a model in C nor an input; the other modules lower a kind of
functions each. What is known of a function by its name stands in `library`.
"""
