"""Finds the places of a program's tree at which properties may be violated.

`reports` finds the assertions, error calls and labels; the other modules find what has to be checked or
watched for a kind of property, before anything is lowered.
"""
