"""Bounded verification of C, from the IR: see `translation` and `checking`."""
