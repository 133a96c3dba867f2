"""Finds out what pointers may point to.

`graph` unifies objects and cells; `flow`, with `expressions` and `storage`, goes through the text; `result`
answers questions when all is done.
"""
