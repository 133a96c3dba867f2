"""The may-must engine: SYNERGY, DASH and SMASH. `loop` opens with the map from the papers to the code.

may/         the abstraction: regions, edges, error paths and their frontiers, facts, the proof
must/        the tests: their forest, symbolic execution, queries that extend them
refining/    suitable predicates (`catalogue` lists who finds them), and the split of regions
calls/       callees that are asked: queries, crossings, summaries, induction
search       the state of one search, its slices and claims
directed     DART: tests alone
"""
