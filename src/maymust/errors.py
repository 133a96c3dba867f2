"""The exceptions that cross rooms."""


class InternalError(Exception):
    """An invariant of maymust itself is broken: a defect of ours, never a verdict."""
