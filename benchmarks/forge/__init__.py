"""Bounded verification of FIR programs: the strategies of symbolic execution compared."""
