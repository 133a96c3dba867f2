"""Bounded verification of programs of the IR: `check_bounded` is the door, `translation` makes them FIR."""
