"""The default engine: suppliers propose, Houdini and the provers prove, a schedule says who is next.

engine, work     runs on one property, and the turns of the parties in one of them (`schedule`, `processes`)
means            what the parties share: the problem, the knowledge, trials of tests, Houdini
provers          k-induction (`induction/`) and the may-must loop, with the facts
suppliers/       who proposes tests and candidates; `catalogue` is the list
calls/           programs whose calls stay calls
completion       old proofs, completed for what a program is now
"""
