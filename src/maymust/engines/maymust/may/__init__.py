"""The may side: the abstraction of the program as a graph of regions, and the error paths in it."""
