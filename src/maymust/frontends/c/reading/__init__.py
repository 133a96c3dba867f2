"""Reads clang's tree of a unit into ours.

`declarations` is the door. It reads functions when they are asked for (`functions`), by way of readers for
each kind of clang's nodes; `models` stand for functions of the C library; `entry` and `reach` find what is to
be read.
"""
