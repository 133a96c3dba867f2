"""Clauses of contracts, judged on one execution in full width: seen violated, seen to hold, or not decided.

The counterexample of an engine is a test of the program. Here its replay is looked at once more, as C sees
it: the state in which the function with the contract was called, and that in which it has returned, or in
which it calls another. Nothing
is shared with the translation of contracts into FIR, which a judgement is the check of.

    states       the two states, from the steps of the replay
    layouts      in which part of memory the objects of a type lie
    memory       objects: which are there, and what they hold
    values       values of clauses; what ends an evaluation without one
    numbers, operators
                 C's arithmetic, and operators on all kinds of values
    terms        the value of a term in a state
    quantifiers  over which numbers a quantifier has to go
    frame        what has changed, and what was allowed to
    judging      clauses: `Judge` is the way in
"""
