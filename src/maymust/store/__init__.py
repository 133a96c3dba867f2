"""What earlier runs have found, kept in a file: proposals for later runs, never verdicts.

    place           where the file is
    database        its rows, safe against other runs, sudden ends and damage
    keys            names for programs, procedures and properties by what they say
    bodies          proofs, tests and contracts as bytes, and back
    recollection    what a run on one program keeps and finds again

Whatever is read here is checked like what an engine claims: a proof by the independent checker, a test by a
replay. So a wrong store costs time, not truth.
"""
