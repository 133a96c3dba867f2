"""Contracts in ACSL (`frontends.acsl` reads them), for bounded verification of C (`docs/CONTRACTS.md`).

harness      a function that calls the one with a contract, and mentions what that may speak of
meaning/     clauses as FIR expressions, in the words of a `Vocabulary`
contracts    the contract of the function that is verified, in the words of `forge.from_ir`
callees      contracts of functions that are called, and what they say of a call
judgements   counterexamples are judged in full width (`certificates.c.clauses`)
specified    the door: a C function is verified with its contract
"""
