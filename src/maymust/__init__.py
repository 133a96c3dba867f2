"""maymust: a program verifier that answers with evidence."""

__version__ = "0.1.0"
