"""Proofs by k-induction on the blocks of a problem."""
