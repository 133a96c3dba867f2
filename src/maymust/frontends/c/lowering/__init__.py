"""Lowers statements, functions and the whole program.

`program` is the door: it calls the phases below in order. `evaluator` puts together what lowers expressions
and statements.
"""
