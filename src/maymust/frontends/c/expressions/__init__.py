"""Lowers expressions: their values, and what they do.

`values` lowers numbers, `whole` anything, `discarding` what nobody wants the value of. They, and statements
in expressions, get to each other by the methods of `emitting.lowering.Lowering`.
"""
