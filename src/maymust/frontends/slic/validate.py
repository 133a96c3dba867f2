"""What a rule must keep to beyond its grammar; whatever can be said without the program."""

from __future__ import annotations

from collections.abc import Iterator

from maymust.diagnostics import Diagnostic, InputError
from maymust.frontends.slic import tree
from maymust.ir.source import Span


def check_rule(rule: tree.Rule) -> None:
    """Raises InputError with all that is wrong."""
    wrong = list(_complaints(rule))
    if wrong:
        raise InputError(*[Diagnostic("error", message, span) for message, span in wrong])


def _complaints(rule: tree.Rule) -> Iterator[tuple[str, Span]]:
    for trigger in rule.watch:
        if trigger.when == "entry" and trigger.value.position == tree.RETURNED:
            yield "there is no `$return` at the entry of a call", trigger.value.span
        elif trigger.is_new and trigger.value.position != tree.RETURNED:
            yield "`new` is what a call returns: `F.exit.$return`", trigger.span
        if trigger.size is not None and trigger.size.position == tree.RETURNED:
            yield "the size of what is new must be an argument", trigger.size.span
    for event in rule.events:
        if event.guard is not None and not rule.watch:
            yield "a guard needs a `watch` behind the state, which says what objects there are", event.span
        for argument in event.arguments():
            if event.when == "entry" and argument.position == tree.RETURNED:
                yield "there is no `$return` at the entry of a call", argument.span
    if not any(True for event in rule.events for _ in _aborts(event.body)):
        yield "a rule without `abort` cannot be violated", rule.span


def _aborts(statement: tree.Statement) -> Iterator[tree.Abort]:
    match statement:
        case tree.Abort():
            yield statement
        case tree.Block(statements):
            for inner in statements:
                yield from _aborts(inner)
        case tree.If(_, then, otherwise):
            yield from _aborts(then)
            if otherwise is not None:
                yield from _aborts(otherwise)
