"""The default engine: suppliers propose, Houdini and the provers prove, a schedule says who is next."""
