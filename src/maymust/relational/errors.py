"""What a user of the model finder may do wrong, and what it may refuse to do."""

from __future__ import annotations


class RelationalError(Exception):
    """The base of all errors of the model finder."""


class ArityError(RelationalError):
    """An expression is put together from parts whose arities do not fit."""


class BoundsError(RelationalError):
    """The bounds of a relation are impossible, or speak of atoms that are not in the universe."""


class UnboundError(RelationalError):
    """A relation has no bounds, or a variable is not declared where it is used."""


class TooLarge(RelationalError):  # noqa: N818 - it is a refusal, not a mistake
    """The problem would take more memory than its limits allow; said before it does."""
