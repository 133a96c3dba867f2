"""The hunt: small treacherous C programs, each with one deliberate violation or near miss.

Their truth is known. A program is a *pattern* (`patterns/`: what may go wrong, and for which values of a
selector `k`), a *source* of the selector (`sources`: a constant, a masked input, a loop), *carriers*
(`carriers`: the ways in which values get where they are used) and a *context* (`contexts`: main, a called
function, a loop). The pattern states the truth; where gcc's sanitizers or valgrind can see a violation,
`oracle` runs every input that matters natively and finds wrong statements. `judging` compares maymust's
verdicts with the truth, and `python -m tests.hunt` is the hunt by hand.
"""
