"""Forge: exhaustive search, within a bound, for executions of FIR procedures that violate a specification.

    bound          scopes of domains, bit width, unrollings; the atoms that they give
    translation    FIR's expressions in relational logic (Forge thesis, Fig. 3-2)
    relations      the relations that a search is about, and their bounds
    symbolic       symbolic execution: inline and constrain rules (Fig. 3-3), allocation orders (§3.4),
                   formula slices (§4.3)
    logic_problem  the logic problem of a procedure and a specification (§3.2.5)
    trace          from a solution to an execution, which is replayed before anyone sees it
    coverage       the statements that the verdict did not need (chapter 4); `hints` guess why
    check_procedure
                   all of it in order: start reading there
    from_ir/       the same for programs of the IR

The verdict is never that a specification holds: it holds within a bound.
"""
