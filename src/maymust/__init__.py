"""maymust: a program verifier that answers with evidence."""

__version__ = "0.3.0"
